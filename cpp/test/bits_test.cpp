// Depositing and extracting bits, place by place as they are defined. Compiled for each target.
#include "overtrick/bits.hpp"

#include <random>

#include "check.hpp"

using namespace overtrick;

static_assert(deposit_plain(0b101, 0b11010) == 0b10010);
static_assert(extract_plain(0b10010, 0b11010) == 0b101);

int main() {
#ifdef __BMI2__
    if (!__builtin_cpu_supports("bmi2")) return check::report(0);
#endif
    std::mt19937_64 random(1);
    constexpr int kCases = 2'000;
    for (int i = 0; i < kCases; ++i) {
        const std::uint64_t bits = random();
        const std::uint64_t mask = random() & random();
        const std::uint64_t spread = deposit(bits, mask);
        const std::uint64_t packed = extract(bits, mask);
        for (int place = 0; place < 64; ++place) {
            const bool is_named = mask >> place & 1;
            const int rank = std::popcount(mask & ((std::uint64_t{1} << place) - 1));
            check::that((spread >> place & 1) == (is_named && (bits >> rank & 1)));
            if (is_named) check::that((packed >> rank & 1) == (bits >> place & 1));
        }
        check::that(deposit(packed, mask) == (bits & mask));
    }
    return check::report(check::made >= 65 * kCases ? check::made : -1);
}
