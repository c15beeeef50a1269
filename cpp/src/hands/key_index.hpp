// Numbers for keys: equal keys get the same number, new keys the next one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace overtrick {

// An open-addressing table over keys of one width, stored in the order in which they came.
class KeyIndex {
   public:
    explicit KeyIndex(std::size_t width) : width_(width), places_(64, kEmpty) {}

    std::size_t size() const { return size_; }
    std::span<const std::int32_t> key(std::size_t number) const {
        return {keys_.data() + number * width_, width_};
    }

    std::size_t operator()(const std::int32_t* key) {
        if (2 * size_ >= places_.size()) grow();
        const std::size_t place = find(key);
        if (places_[place] == kEmpty) {
            places_[place] = static_cast<std::uint32_t>(size_++);
            keys_.insert(keys_.end(), key, key + width_);
        }
        return places_[place];
    }

   private:
    static constexpr std::uint32_t kEmpty = ~std::uint32_t{0};

    std::size_t find(const std::int32_t* key) const {
        const std::size_t mask = places_.size() - 1;
        std::size_t place = hash(key) & mask;
        while (places_[place] != kEmpty &&
               !std::equal(key, key + width_, keys_.data() + places_[place] * width_))
            place = (place + 1) & mask;
        return place;
    }

    std::size_t hash(const std::int32_t* key) const {
        std::uint64_t mixed = 0x9E3779B97F4A7C15;
        for (std::size_t i = 0; i < width_; ++i) {
            mixed = (mixed ^ static_cast<std::uint32_t>(key[i])) * 0xBF58476D1CE4E5B9;
            mixed ^= mixed >> 29;
        }
        return mixed;
    }

    void grow() {
        places_.assign(2 * places_.size(), kEmpty);
        for (std::size_t number = 0; number < size_; ++number)
            places_[find(key(number).data())] = static_cast<std::uint32_t>(number);
    }

    std::size_t width_;
    std::size_t size_ = 0;
    std::vector<std::int32_t> keys_;
    std::vector<std::uint32_t> places_;
};

}  // namespace overtrick
