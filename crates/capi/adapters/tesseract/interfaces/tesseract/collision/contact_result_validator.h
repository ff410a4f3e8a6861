// A thin copy, written for obbtree's tests.
#pragma once
#include <memory>

namespace tesseract::collision {
struct ContactResult;
class ContactResultValidator {
public:
    virtual ~ContactResultValidator() = default;
    virtual bool operator()(const ContactResult &) const = 0;
};
} // namespace tesseract::collision
