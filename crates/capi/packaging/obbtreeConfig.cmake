# find_package(obbtree) gives the targets
#   obbtree::obbtree         the shared library, C and C++ headers
#   obbtree::obbtree_static  the static one
#   obbtree::ompl            with OMPL (obbtree/ompl.hpp), if OMPL and Eigen are found; what OMPL
#                            links of Boost (filesystem, system, serialization on Debian) has to
#                            be installed by hand where OMPL's packages do not bring it
# All ask for C++17 of C++ programs, and leave C programs alone.
get_filename_component(_obbtree_prefix "${CMAKE_CURRENT_LIST_DIR}/@UP@" ABSOLUTE)

if(NOT TARGET obbtree::obbtree)
    add_library(obbtree::obbtree SHARED IMPORTED)
    set_target_properties(obbtree::obbtree PROPERTIES
        IMPORTED_LOCATION "${_obbtree_prefix}/@LIBDIR@/libobbtree.so.@VERSION@"
        IMPORTED_SONAME "libobbtree.so.@ABI@"
        INTERFACE_COMPILE_FEATURES cxx_std_17
        INTERFACE_INCLUDE_DIRECTORIES "${_obbtree_prefix}/include")
    add_library(obbtree::obbtree_static STATIC IMPORTED)
    set_target_properties(obbtree::obbtree_static PROPERTIES
        IMPORTED_LOCATION "${_obbtree_prefix}/@LIBDIR@/libobbtree.a"
        INTERFACE_COMPILE_FEATURES cxx_std_17
        INTERFACE_LINK_LIBRARIES "gcc_s;pthread;dl;m;c"
        INTERFACE_INCLUDE_DIRECTORIES "${_obbtree_prefix}/include")
    find_package(ompl QUIET)
    if(ompl_FOUND)
        add_library(obbtree::ompl INTERFACE IMPORTED)
        set_target_properties(obbtree::ompl PROPERTIES
            INTERFACE_COMPILE_FEATURES cxx_std_17
            INTERFACE_INCLUDE_DIRECTORIES "${OMPL_INCLUDE_DIRS}"
            INTERFACE_LINK_LIBRARIES "obbtree::obbtree;${OMPL_LIBRARIES}")
    endif()
endif()
unset(_obbtree_prefix)
