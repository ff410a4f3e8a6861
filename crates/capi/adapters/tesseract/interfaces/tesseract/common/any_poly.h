// A thin copy, written for obbtree's tests: serialisation is left out.
#pragma once
namespace tesseract::common {
template <typename T>
class AnyWrapper {};
} // namespace tesseract::common
