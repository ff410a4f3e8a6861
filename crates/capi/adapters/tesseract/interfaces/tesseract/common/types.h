// A thin copy, written for obbtree's tests, of tesseract's identities of links.
#pragma once
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <utility>

namespace tesseract::common {

/// A name and its hash; 0 of none.
template <typename Tag>
class NameId {
public:
    NameId() = default;
    NameId(std::string name) : name_(std::move(name)), value_(std::hash<std::string>{}(name_)) {
        if (value_ == 0) value_ = 1;
    }
    NameId(const char *name) : NameId(std::string(name)) {}
    std::uint64_t value() const { return value_; }
    const std::string &name() const { return name_; }
    bool isValid() const { return value_ != 0; }
    friend bool operator==(const NameId &a, const NameId &b) { return a.value_ == b.value_; }
    friend bool operator!=(const NameId &a, const NameId &b) { return a.value_ != b.value_; }
    friend bool operator<(const NameId &a, const NameId &b) { return a.value_ < b.value_; }
    friend std::ostream &operator<<(std::ostream &out, const NameId &id) { return out << id.name_; }

private:
    std::string name_;
    std::uint64_t value_ = 0;
};
struct LinkTag {};
struct JointTag {};
using LinkId = NameId<LinkTag>;
using JointId = NameId<JointTag>;

/// Two links, that of the smaller hash first.
class LinkIdPair {
public:
    LinkIdPair() = default;
    LinkIdPair(const LinkId &a, const LinkId &b) { assign(a, b); }
    void assign(const LinkId &a, const LinkId &b) {
        first_ = b < a ? b : a, second_ = b < a ? a : b;
    }
    const LinkId &first() const { return first_; }
    const LinkId &second() const { return second_; }
    std::pair<const std::string &, const std::string &> orderedNameView() const {
        const bool swapped = second_.name() < first_.name();
        return {swapped ? second_.name() : first_.name(), swapped ? first_.name() : second_.name()};
    }
    friend bool operator==(const LinkIdPair &a, const LinkIdPair &b) {
        return a.first_ == b.first_ && a.second_ == b.second_;
    }
    friend bool operator!=(const LinkIdPair &a, const LinkIdPair &b) { return !(a == b); }
    friend bool operator<(const LinkIdPair &a, const LinkIdPair &b) {
        return a.first_ != b.first_ ? a.first_ < b.first_ : a.second_ < b.second_;
    }

private:
    LinkId first_, second_;
};

} // namespace tesseract::common

namespace std {
template <typename Tag>
struct hash<tesseract::common::NameId<Tag>> {
    size_t operator()(const tesseract::common::NameId<Tag> &id) const { return id.value(); }
};
template <>
struct hash<tesseract::common::LinkIdPair> {
    size_t operator()(const tesseract::common::LinkIdPair &pair) const {
        return pair.first().value() * 31 + pair.second().value();
    }
};
} // namespace std
