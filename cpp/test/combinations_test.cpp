// Every subset has one number, and every number one subset.
#include "overtrick/combinations.hpp"

#include <bit>

#include "check.hpp"

using namespace overtrick;

static_assert(kChoose[52][13] == 635'013'559'600);
static_assert(kChoose[39][13] == 8'122'425'444);
static_assert(kChoose[26][13] == 10'400'600);
static_assert(subset_with_number(kChoose[52][13] - 1, 52, 13) == std::uint64_t{0x1FFF} << 39);

int main() {
    long compared = 0;
    for (int k = 0; k <= kHandSize; ++k) {
        std::uint64_t last = 0;
        for (std::uint64_t number = 0; number < kChoose[14][k]; ++number, ++compared) {
            const std::uint64_t subset = subset_with_number(number, 14, k);
            check::that(std::popcount(subset) == k && subset < (1u << 14) && (number == 0 || subset > last));
            check::that(number_of_subset(subset) == number);
            last = subset;
        }
    }
    check::that(compared == (1 << 14) - 1);  // every subset of fourteen but the whole
    return check::report(2 * compared + 1);
}
