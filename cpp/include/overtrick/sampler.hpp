// Deals drawn at random among those that fit what is known; docs/dealing.md has the method and the proof.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "overtrick/dealer.hpp"
#include "overtrick/hand_classes.hpp"

namespace overtrick {

// A condition on a hand: a register of a program that is 1 or 0.
struct Condition {
    std::shared_ptr<const Program> program;
    int reg = 0;
};

// Lengths of the suits, clubs first.
using Lengths = std::array<std::uint8_t, 4>;

class Random;

// All hands that meet a condition, shape by shape and by number. It is made step by step; it is exact.
class HandTable {
   public:
    virtual ~HandTable();

    // Making it
    virtual std::uint64_t classes() const = 0;  // of hands, to be gone through
    virtual std::size_t steps() const = 0;      // how often `advance` has to be called
    virtual void advance() = 0;                 // one step further
    virtual bool is_complete() const = 0;       // every step has been made
    virtual std::size_t rows() const = 0;       // classes that meet the condition, so far
    virtual std::uint64_t hands() const = 0;    // hands in them, so far

    // Using it, once it is complete
    virtual const std::vector<Lengths>& shapes() const = 0;
    virtual std::uint64_t hands(std::size_t shape) const = 0;  // of this shape: not 0
    virtual std::uint64_t numbered(std::size_t shape, std::uint64_t number) const = 0;
    virtual std::uint64_t draw(std::size_t shape, Random& random) const = 0;  // each equally likely
};

// Throws std::length_error if the condition tells too many holdings apart.
std::unique_ptr<HandTable> make_hand_table(const Condition& condition, const KnownCards& known);

// What is known of one seat.
struct SeatWanted {
    std::uint64_t held = 0;                  // cards it holds
    std::uint64_t lacks = 0;                 // cards it does not hold
    std::vector<Lengths> shapes;             // those its hand can have; none are given: all
    std::vector<Condition> conditions;       // on a hand that was dealt to it, tested in this order
    std::shared_ptr<const HandTable> table;  // hands it may have, all that fit being among them
    std::vector<Condition> of_table;         // on a hand that was drawn from the table
};

// The deals found in some blocks of tries, and how many in each block.
struct Found {
    std::vector<Hands> deals;
    std::vector<std::size_t> in_block;
};

class Sampler {
   public:
    static constexpr std::size_t kTries = 2048;  // in a block

    virtual ~Sampler();

    // The deals of the blocks `first` to `first + blocks - 1`, in their order; how many threads look for
    // them makes no difference.
    virtual Found draw(std::uint64_t seed, std::uint64_t first, std::size_t blocks,
                       unsigned threads) const = 0;

    // Whether the shapes of the seats go together; if not, there is no deal.
    virtual bool is_possible() const = 0;

    // Whether the hand of a seat is drawn from its table.
    virtual bool draws_from_table(std::size_t seat) const = 0;
};

// Seats in the order in which they get their cards. Throws std::invalid_argument if two hold the same card,
// if a seat cannot have thirteen, or if a table is empty or not complete.
std::unique_ptr<Sampler> make_sampler(std::array<SeatWanted, 4> seats, std::array<std::size_t, 4> order);

}  // namespace overtrick
