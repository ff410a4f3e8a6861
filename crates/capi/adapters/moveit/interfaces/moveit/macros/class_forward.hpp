// A thin copy, written for obbtree's tests, of how MoveIt names pointers.
#pragma once
#include <memory>
#define MOVEIT_DECLARE_PTR(NAME, TYPE)                                                             \
    typedef std::shared_ptr<TYPE> NAME##Ptr;                                                       \
    typedef std::shared_ptr<const TYPE> NAME##ConstPtr;                                            \
    typedef std::weak_ptr<TYPE> NAME##WeakPtr;                                                     \
    typedef std::unique_ptr<TYPE> NAME##UniquePtr
#define MOVEIT_CLASS_FORWARD(C)                                                                    \
    class C;                                                                                       \
    MOVEIT_DECLARE_PTR(C, C)
#define MOVEIT_STRUCT_FORWARD(C)                                                                   \
    struct C;                                                                                      \
    MOVEIT_DECLARE_PTR(C, C)
