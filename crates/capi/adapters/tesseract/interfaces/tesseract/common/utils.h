// A thin copy, written for obbtree's tests, of the comparison that tesseract's results use.
#pragma once
#include <Eigen/Core>
#include <cmath>
#include <limits>

namespace tesseract::common {
inline bool almostEqualRelativeAndAbs(double a, double b, double most = 1e-6,
                                      double relative = std::numeric_limits<double>::epsilon()) {
    const double apart = std::abs(a - b);
    return a == b || apart <= most || apart <= relative * std::max(std::abs(a), std::abs(b));
}
inline bool almostEqualRelativeAndAbs(const Eigen::Vector3d &a, const Eigen::Vector3d &b,
                                      double most = 1e-6) {
    return (a - b).cwiseAbs().maxCoeff() <= most;
}
} // namespace tesseract::common
