// FCL 0.7 by its own names on obbtree: a program is moved by this include in place of FCL's, and
//
//     namespace fcl = obbtree::fcl;
//
// Needs Eigen, not FCL. Which name is the same, differs or is absent: the book, *Coming from FCL*.
// What is absent (ellipsoids, cost sources, spline motions) makes the compiler warn where
// it is named, and throws where it is used.
//
// What differs: whether two meet, how far apart they are and whether a motion is free is certain,
// and touching counts. Of two meshes each pair of triangles that meet is one contact, of a shape
// there is one contact. Normals and depths are rounded; of meshes they are those of the triangles.
#ifndef OBBTREE_FCL_HPP
#define OBBTREE_FCL_HPP

#include "fcl/collide.hpp"
#include "fcl/convex.hpp"
#include "fcl/managers.hpp"
#include "fcl/model.hpp"
#include "fcl/motions.hpp"
#include "fcl/object.hpp"
#include "fcl/octree.hpp"
#include "fcl/results.hpp"
#include "fcl/shapes.hpp"
#include "fcl/tessellate.hpp"
#include "fcl/types.hpp"

#endif
