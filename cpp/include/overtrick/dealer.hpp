// Deals by number: the interface, the same for every kind of processor.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

namespace overtrick {

using Hands = std::array<std::uint64_t, 4>;       // North, East, South, West; one bit per card
using DealNumber = std::array<std::uint64_t, 3>;  // North's, East's and South's part

// Turns numbers into deals and back. A deal is three numbers: North's hand among the C(52,13) subsets
// of the pack, East's among the C(39,13) subsets of the cards left, South's among the C(26,13) of the
// cards left then. A uniformly random deal is three uniformly random numbers.
class Dealer {
   public:
    virtual ~Dealer();  // defined once, for any machine, and the virtual table with it

    // Each part must be below its number of subsets; `deals` is as long as `numbers`.
    virtual void deal(std::span<const DealNumber> numbers, std::span<Hands> deals) const = 0;

    // Each deal must be full.
    virtual void number(std::span<const Hands> deals, std::span<DealNumber> numbers) const = 0;

    // "bmi2" or "portable"
    virtual const char* instructions() const = 0;
};

// The dealer for this machine, or one that runs on any machine.
std::unique_ptr<Dealer> make_dealer(bool portable = false);

}  // namespace overtrick
