// A thin copy, written for obbtree's tests.
#pragma once
namespace tesseract::geometry {
class Geometry;
}
