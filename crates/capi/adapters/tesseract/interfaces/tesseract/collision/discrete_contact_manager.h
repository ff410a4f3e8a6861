// A thin copy, written for obbtree's tests, of the interface of tesseract's DiscreteContactManager.
#pragma once
#include "contact_manager.h"

namespace tesseract::collision {
class DiscreteContactManager : public ContactManager {
public:
    using Ptr = std::shared_ptr<DiscreteContactManager>;
    using UPtr = std::unique_ptr<DiscreteContactManager>;
    virtual UPtr clone() const = 0;
};
} // namespace tesseract::collision
