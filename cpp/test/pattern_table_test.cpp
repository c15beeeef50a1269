// The partition table returns only bounds that follow from stored patterns. Compiled for each target.
#include "dd/pattern_table.hpp"

#include <random>
#include <vector>

#include "check.hpp"

using namespace overtrick;

namespace {

constexpr std::size_t kSmall = 1 << 17, kLarge = 1 << 22;

struct Stored {
    std::uint64_t key;
    Pattern pattern;
};

bool matches(const Pattern& pattern, std::uint64_t east_west, std::uint64_t south_west) {
    return (((pattern.east_west ^ east_west) | (pattern.south_west ^ south_west)) & pattern.mask) == 0;
}

bool decides(const Pattern& pattern, int target) { return pattern.lower >= target || pattern.upper < target; }

bool is_found(PatternTable& table, const Stored& stored, int target) {
    Pattern found;
    const Pattern& pattern = stored.pattern;
    return table.find(stored.key, pattern.east_west, pattern.south_west, target, found) &&
           matches(found, pattern.east_west, pattern.south_west) && decides(found, target);
}

// North's tricks are at least `lower` of 13.
Stored random_pattern(std::mt19937_64& random, std::uint64_t keys, int bits) {
    Pattern pattern;
    pattern.mask = random() & ((std::uint64_t{1} << bits) - 1);
    pattern.east_west = random() & pattern.mask;
    pattern.south_west = random() & pattern.mask;
    pattern.lower = static_cast<int>(random() % 7);
    pattern.upper = pattern.lower + 1 + static_cast<int>(random() % 6);
    return {16 * (random() % keys + 1), pattern};
}

void what_was_stored_is_found() {
    PatternTable table(kLarge);
    const Stored stored{0x1234'5670, {0b0101, 0b0011, 0b0111, 3, 5}};
    check::that(!is_found(table, stored, 3));
    table.store(stored.key, stored.pattern);
    check::that(is_found(table, stored, 3));
    check::that(is_found(table, stored, 6));
    check::that(!is_found(table, stored, 4));  // between the bounds it says nothing
    check::that(!is_found(table, stored, 5));
    check::that(!is_found(table, {stored.key ^ 1, stored.pattern}, 3));  // another leader
    table.store(stored.key, {0b0101, 0b0011, 0b0111, 0, 4});             // the bounds meet
    check::that(is_found(table, stored, 5));
    table.clear();
    check::that(!is_found(table, stored, 3));
    table.store(stored.key, stored.pattern);
    check::that(is_found(table, stored, 3));
}

void a_pattern_holds_whoever_owns_the_other_cards() {
    PatternTable table(kLarge);
    constexpr std::uint64_t kKey = 0x1230, kMask = 0b1100;
    table.store(kKey, {0b0100, 0b1000, kMask, 2, 13});
    for (std::uint64_t east_west = 0; east_west < 16; ++east_west)
        for (std::uint64_t south_west = 0; south_west < 16; ++south_west) {
            Pattern found;
            const bool is_same = (east_west & kMask) == 0b0100 && (south_west & kMask) == 0b1000;
            check::that(table.find(kKey, east_west, south_west, 2, found) == is_same);
            if (is_same) check::that(found.mask == kMask && found.lower == 2);
        }
    // One that needs nothing answers for all.
    table.store(kKey, {0, 0, 0, 1, 13});
    Pattern found;
    check::that(table.find(kKey, 0b1111, 0b1111, 1, found) && found.mask == 0);
    check::that(!table.find(kKey, 0b1111, 0b1111, 2, found));
    check::that(table.find(kKey, 0b0111, 0b1011, 2, found) && found.mask == kMask);
}

// Whatever is found must match, decide, and follow from what was stored.
long nothing_else_is_found(std::size_t bytes, std::uint64_t keys, int bits, int patterns) {
    PatternTable table(bytes);
    std::mt19937_64 random(keys + static_cast<unsigned>(bits));
    std::vector<Stored> all;
    long hits = 0;
    for (int i = 0; i < patterns; ++i) {
        all.push_back(random_pattern(random, keys, bits));
        table.store(all.back().key, all.back().pattern);
        check::that(is_found(table, all.back(), all.back().pattern.lower));
        const Stored question = random_pattern(random, keys, bits);
        const int target = 1 + static_cast<int>(random() % 12);
        Pattern found;
        if (!table.find(question.key, question.pattern.east_west, question.pattern.south_west, target, found))
            continue;
        ++hits;
        check::that(matches(found, question.pattern.east_west, question.pattern.south_west));
        const bool is_reached = found.lower >= target;
        bool is_known = false;
        for (const Stored& stored : all) {
            const Pattern& source = stored.pattern;
            is_known =
                is_known || (stored.key == question.key && source.mask == found.mask &&
                             matches(source, question.pattern.east_west, question.pattern.south_west) &&
                             (is_reached ? source.lower >= target : source.upper < target));
        }
        check::that(is_known);
    }
    return hits;
}

void what_is_used_stays_and_what_is_not_goes() {
    PatternTable table(kSmall);
    std::mt19937_64 random(3);
    constexpr int kPatterns = 40'000;
    const Stored used{0x7770, {0b01, 0b10, 0b11, 4, 13}}, unused{0x8880, {0b01, 0b10, 0b11, 4, 13}};
    table.store(used.key, used.pattern);
    table.store(unused.key, unused.pattern);
    std::vector<Stored> all;
    for (int i = 0; i < kPatterns; ++i) {
        all.push_back(random_pattern(random, 1'000'000, 48));
        table.store(all.back().key, all.back().pattern);
        if (i % 50 == 0) check::that(is_found(table, used, 4));
    }
    check::that(!is_found(table, unused, 4));
    int kept = 0;
    for (const Stored& stored : all) kept += is_found(table, stored, stored.pattern.lower);
    check::that(0 < kept && kept < kPatterns / 2);
    table.clear();
    for (const Stored& stored : all) check::that(!is_found(table, stored, stored.pattern.lower));
}

}  // namespace

int main() {
#ifdef __AVX2__
    if (!__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("avx2")) return check::report(0);
#endif
    what_was_stored_is_found();
    a_pattern_holds_whoever_owns_the_other_cards();
    constexpr int kPatterns = 3'000;
    long hits = nothing_else_is_found(kLarge, 3, 10, kPatterns);  // long lists
    hits += nothing_else_is_found(kSmall, 1, 40, kPatterns);      // longer than the memory
    hits += nothing_else_is_found(kSmall, 500, 6, kPatterns);     // many keys
    check::that(hits > kPatterns / 2);
    what_is_used_stays_and_what_is_not_goes();
    return check::report(9 + 256 + 16 + 3 + 3 * kPatterns + 2 * hits + 1 + 800 + 2 + 40'000);
}
