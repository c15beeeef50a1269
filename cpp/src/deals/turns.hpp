// The order and method in which the seats get their cards.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "deals/length_choice.hpp"
#include "deals/lengths.hpp"
#include "overtrick/combinations.hpp"
#include "overtrick/sampler.hpp"

namespace overtrick {

// One seat's turn.
struct Turn {
    std::size_t seat = 0;
    std::uint64_t held = 0, lacks = 0;
    int needed = 0;
    bool is_first = false, is_last = false;
    bool by_lengths = false;  // first the lengths, then the cards
    LengthChoice lengths;
    std::shared_ptr<const HandTable> table;  // none: it is dealt cards
    std::vector<Condition> conditions;
};

// All four turns.
struct Plan {
    std::array<Turn, 4> turns;
    std::uint64_t unknown = 0;  // cards that no seat is known to hold
    Wide ways = 0;              // to draw four hands before they are tested, all equally likely
};

// Makes a plan: `lacks` of each seat has the cards the others hold.
class Planner {
   public:
    Planner(const std::array<SeatWanted, 4>& seats, const std::array<std::size_t, 4>& order,
            std::uint64_t unknown)
        : seats_(seats), order_(order), unknown_(unknown) {}

    // The first hand comes from its table if it has one; a later one if that makes fewer ways of which as
    // many are deals that fit.
    Plan best() const {
        std::array<bool, 4> tables = {wanted(0).table != nullptr, false, false, false};
        Plan best = plan(tables);
        for (const std::size_t place : {1, 2}) {
            if (!wanted(place).table) continue;
            tables[place] = true;
            Plan other = plan(tables);
            tables[place] = other.ways < best.ways;
            if (tables[place]) best = std::move(other);
        }
        return best;
    }

   private:
    const SeatWanted& wanted(std::size_t place) const { return seats_[order_[place]]; }

    Plan plan(const std::array<bool, 4>& tables) const {
        Plan plan;
        plan.unknown = unknown_;
        for (std::size_t place = 0; place < 4; ++place) plan.turns[place] = turn(place, tables[place]);
        std::size_t by_lengths = 4;  // so many turns, to the last that has to be
        while (by_lengths > 0 && !tables[by_lengths - 1] && wanted(by_lengths - 1).shapes.empty())
            --by_lengths;
        for (std::size_t place = 0; place < by_lengths; ++place) plan.turns[place].by_lengths = true;
        plan.ways = count(plan.turns, by_lengths);
        return plan;
    }

    Turn turn(std::size_t place, bool from_table) const {
        const SeatWanted& seat = wanted(place);
        Turn turn;
        turn.seat = order_[place];
        turn.held = seat.held, turn.lacks = seat.lacks;
        turn.needed = kHandSize - std::popcount(seat.held);
        turn.is_first = place == 0, turn.is_last = place == 3;
        turn.conditions = from_table ? seat.of_table : seat.conditions;
        if (from_table) turn.table = seat.table;
        turn.lengths = choice(seat, from_table);
        return turn;
    }

    // The lengths a seat may get beside the cards it holds.
    static LengthChoice choice(const SeatWanted& seat, bool from_table) {
        static const std::vector<Lengths> every_shape = all_shapes();
        const std::vector<Lengths>& given = seat.shapes.empty() ? every_shape : seat.shapes;
        const Lengths held = lengths_of(seat.held);
        std::vector<Lengths> needed;
        std::vector<std::uint64_t> hands;
        const auto& shapes = from_table ? seat.table->shapes() : given;
        for (std::size_t number = 0; number < shapes.size(); ++number) {
            Lengths rest;
            if (!take_away(shapes[number], held, rest)) {
                if (!from_table) continue;
                rest.fill(kHandSize + 1);  // a place that keeps the numbers of the table, never taken
            }
            needed.push_back(rest);
            if (from_table) hands.push_back(seat.table->hands(number));
        }
        return LengthChoice(std::move(needed), std::move(hands));
    }

    static std::vector<Lengths> all_shapes() {
        std::vector<Lengths> shapes;
        for (int c = 0; c <= kHandSize; ++c)
            for (int d = 0; c + d <= kHandSize; ++d)
                for (int h = 0; c + d + h <= kHandSize; ++h)
                    shapes.push_back({static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(d),
                                      static_cast<std::uint8_t>(h),
                                      static_cast<std::uint8_t>(kHandSize - c - d - h)});
        return shapes;
    }

    // Counts the ways from the last turn by lengths back to the first; those after it can be dealt in as many
    // ways whatever the lengths.
    Wide count(std::array<Turn, 4>& turns, std::size_t by_lengths) const {
        std::array<std::vector<Lengths>, 4> left;
        left[0] = {lengths_of(unknown_)};
        for (std::size_t place = 0; place + 1 < by_lengths; ++place)
            left[place + 1] = turns[place].lengths.after(left[place]);
        const Wide later = ways_later(turns, by_lengths);
        for (std::size_t place = by_lengths; place-- > 0;)
            turns[place].lengths.count(left[place], [&](const Lengths& rest) {
                return place + 1 == by_lengths ? later : turns[place + 1].lengths.ways(rest);
            });
        return by_lengths == 0 ? later : turns[0].lengths.ways(left[0][0]);
    }

    Wide ways_later(const std::array<Turn, 4>& turns, std::size_t by_lengths) const {
        int left = std::popcount(unknown_);
        Wide ways = 1;
        for (std::size_t place = 0; place < 4; ++place) {
            if (place >= by_lengths)
                ways *= kChoose[place == 0 ? std::popcount(unknown_ & ~turns[0].lacks) : left]
                               [static_cast<std::size_t>(turns[place].needed)];
            left -= turns[place].needed;
        }
        return ways;
    }

    const std::array<SeatWanted, 4>& seats_;
    const std::array<std::size_t, 4>& order_;
    std::uint64_t unknown_;
};

}  // namespace overtrick
