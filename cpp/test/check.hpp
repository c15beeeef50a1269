// A minimal check for tests: it fails with the place in the source, and counts comparisons.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <source_location>

namespace check {

inline long made = 0;

inline void that(bool holds, std::source_location here = std::source_location::current()) {
    ++made;
    if (holds) return;
    std::fprintf(stderr, "%s:%u: check failed in %s\n", here.file_name(), here.line(), here.function_name());
    std::exit(EXIT_FAILURE);
}

// A test says how many comparisons it expects to have made: one that compares nothing fails.
inline int report(long expected) {
    that(made == expected);
    std::printf("%ld checks\n", expected);
    return EXIT_SUCCESS;
}

}  // namespace check
