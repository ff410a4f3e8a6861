// A thin copy, written for obbtree's tests: names stay names.
#pragma once
#include <memory>
#include <string>

namespace tesseract::common {
struct Resource {
    std::string name;
    std::string getFilePath() const { return name; }
};
struct GeneralResourceLocator {
    std::shared_ptr<Resource> locateResource(const std::string &name) const {
        return std::make_shared<Resource>(Resource{name});
    }
};
} // namespace tesseract::common
