// A thin copy, written for obbtree's tests, of tesseract's word about which pairs may collide.
#pragma once
#include <memory>
#include <vector>

#include "allowed_collision_matrix.h"

namespace tesseract::common {
class ContactAllowedValidator {
public:
    using ConstPtr = std::shared_ptr<const ContactAllowedValidator>;
    virtual ~ContactAllowedValidator() = default;
    virtual bool operator()(const LinkIdPair &pair) const = 0;
};
class ACMContactAllowedValidator : public ContactAllowedValidator {
public:
    ACMContactAllowedValidator(AllowedCollisionMatrix acm) : acm_(std::move(acm)) {}
    bool operator()(const LinkIdPair &pair) const override { return acm_.isCollisionAllowed(pair); }

private:
    AllowedCollisionMatrix acm_;
};
enum class CombinedContactAllowedValidatorType : std::uint8_t { AND, OR };
class CombinedContactAllowedValidator : public ContactAllowedValidator {
public:
    CombinedContactAllowedValidator(std::vector<ConstPtr> validators,
                                    CombinedContactAllowedValidatorType type)
        : validators_(std::move(validators)), type_(type) {}
    bool operator()(const LinkIdPair &pair) const override {
        const bool all = type_ == CombinedContactAllowedValidatorType::AND;
        for (const auto &validator : validators_)
            if ((*validator)(pair) != all) return !all;
        return all;
    }

private:
    std::vector<ConstPtr> validators_;
    CombinedContactAllowedValidatorType type_;
};
} // namespace tesseract::common
