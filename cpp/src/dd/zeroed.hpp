// Memory that begins as zeros; pages of it that are never touched cost nothing.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#include "overtrick/target.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

struct Free {
    void operator()(void* memory) const { std::free(memory); }
};

template <class T>
using Zeroed = std::unique_ptr<T[], Free>;

template <class T>
Zeroed<T> zeroed(std::size_t size) {
    void* memory = std::calloc(size, sizeof(T));
    if (memory == nullptr) throw std::bad_alloc();
    return Zeroed<T>(static_cast<T*>(memory));
}

}  // namespace overtrick::inline OVERTRICK_TARGET
