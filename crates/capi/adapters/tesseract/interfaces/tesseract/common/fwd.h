// A thin copy, written for obbtree's tests.
#pragma once
#include "types.h"
namespace tesseract::common {
class ContactAllowedValidator;
class CollisionMarginData;
class CollisionMarginPairData;
class AllowedCollisionMatrix;
class Resource;
} // namespace tesseract::common
