// Half hands: the states of two suits that a program can distinguish, with the number of holdings of each.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hands/key_index.hpp"
#include "overtrick/cards.hpp"
#include "overtrick/hand_classes.hpp"

namespace overtrick {

// How far a holding is from the simplest one: points first, then honours, then length, then spots. The
// factors leave room for the sums over four suits, so that the first difference decides.
inline std::int32_t complexity(std::uint32_t holding) {
    const auto has = [holding](int rank) { return static_cast<std::int32_t>(holding >> rank & 1); };
    const int points = 4 * has(12) + 3 * has(11) + 2 * has(10) + has(9);
    const int honours = std::popcount(holding >> 8);
    const int length = std::popcount(holding);
    int spots = 0;
    for (int rank = 0; rank < 8; ++rank) spots += rank * has(rank);
    return ((16 * points + honours) * 256 + length * length) * 128 + spots;
}

// A class of holdings of one suit that a program cannot distinguish.
struct SuitClass {
    int length;
    std::vector<std::uint16_t> holdings;
    std::uint16_t simplest;
    std::int32_t complexity;
};

// One suit as a program sees it.
class SuitClasses {
   public:
    // Only holdings with all cards of `held` and none of `elsewhere`; `tables` are those that matter.
    SuitClasses(std::span<const HoldingTable* const> tables, std::uint32_t held, std::uint32_t elsewhere)
        : index_(1 + tables.size()) {
        std::vector<std::int32_t> key(1 + tables.size());
        for (std::uint32_t holding = 0; holding < kHoldings; ++holding) {
            if ((holding & held) != held || (holding & elsewhere) != 0) continue;
            key[0] = std::popcount(holding);
            for (std::size_t i = 0; i < tables.size(); ++i) key[1 + i] = (*tables[i])[holding];
            add(index_(key.data()), holding);
        }
    }

    std::size_t size() const { return classes_.size(); }
    const SuitClass& operator[](std::size_t number) const { return classes_[number]; }
    std::int32_t value(std::size_t number, std::size_t table) const { return index_.key(number)[1 + table]; }

   private:
    void add(std::size_t number, std::uint32_t holding) {
        static const std::vector<std::int32_t> costs = [] {
            std::vector<std::int32_t> all(kHoldings);
            for (std::uint32_t each = 0; each < kHoldings; ++each) all[each] = overtrick::complexity(each);
            return all;
        }();
        const std::int32_t cost = costs[holding];
        const auto narrow = static_cast<std::uint16_t>(holding);
        if (number == classes_.size()) classes_.push_back({std::popcount(holding), {}, narrow, cost});
        SuitClass& found = classes_[number];
        found.holdings.push_back(narrow);
        if (cost < found.complexity) found.simplest = narrow, found.complexity = cost;
    }

    KeyIndex index_;
    std::vector<SuitClass> classes_;
};

// Two suits together: every state that a program can distinguish, with the number of its holdings.
class HalfHands {
   public:
    static constexpr std::size_t kMostPairs = 20'000'000;

    // The suits as (higher, lower); with `by_lengths`, states of different lengths are distinguished too.
    HalfHands(const Program& program, const KnownCards& known, int higher, int lower,
              std::size_t most_pairs = kMostPairs, bool by_lengths = false)
        : higher_(higher), lower_(lower), size_(known.size), by_lengths_(by_lengths) {
        plan(program);
        suits_ = {classes(program, known, higher, 0), classes(program, known, lower, 1)};
        if (suits_[0].size() * suits_[1].size() > most_pairs)
            throw std::length_error("the question tells too many holdings apart");
        combine();
    }

    std::size_t states() const { return weights_.size(); }
    std::size_t begin(int length) const { return begins_[static_cast<std::size_t>(length)]; }
    std::size_t end(int length) const { return begins_[static_cast<std::size_t>(length) + 1]; }
    int length(std::size_t state) const { return lengths_[state]; }
    int length_of_higher(std::size_t state) const { return values_.back()[state]; }  // if told by lengths
    std::uint32_t weight(std::size_t state) const { return weights_[state]; }
    const std::uint32_t* weights() const { return weights_.data(); }
    const std::int32_t* complexities() const { return complexities_.data(); }
    std::uint64_t simplest(std::size_t state) const { return simplest_[state]; }

    bool has(std::size_t column) const { return slots_[column] >= 0; }
    const std::int32_t* values(std::size_t column, int part = 0) const {
        return values_[static_cast<std::size_t>(slots_[column] + part)].data();
    }

    // Every pair of suit classes with the state it makes: `visit(state, class of the higher, of the lower)`.
    template <class Visit>
    void each_pair(Visit visit) {
        std::vector<std::int32_t> key(width_);
        for (std::uint32_t a = 0; a < suits_[0].size(); ++a)
            for (std::uint32_t b = 0; b < suits_[1].size(); ++b) {
                if (suits_[0][a].length + suits_[1][b].length > size_) continue;
                fill(a, b, key.data());
                visit(places_of_states_[index_(key.data())], a, b);
            }
    }

    // The two suits, the higher first, and how their holdings lie in a hand.
    const SuitClasses& suit(std::size_t which) const { return suits_[which]; }
    int shift(std::size_t which) const { return kRanks * (which == 0 ? higher_ : lower_); }

    // The cards of the half hand with this number among the ways to hold a state.
    std::uint64_t numbered(std::size_t state, std::uint64_t number) {
        if (members_.empty()) list_members();
        for (const auto& [a, b] : members_[state]) {
            const auto& first = suits_[0][a].holdings;
            const auto& second = suits_[1][b].holdings;
            const std::uint64_t ways = first.size() * second.size();
            if (number < ways) return cards(first[number / second.size()], second[number % second.size()]);
            number -= ways;
        }
        return 0;
    }

   private:
    // Which columns these two suits contribute to, and where they are kept.
    void plan(const Program& program) {
        width_ = 1;
        for (const Column& column : program.columns) {
            const bool concerns_us =
                column.kind != Column::Kind::suit || column.which == higher_ || column.which == lower_;
            slots_.push_back(concerns_us ? static_cast<int>(width_ - 1) : -1);
            if (concerns_us) width_ += column.kind == Column::Kind::largest ? 2 : 1;
            columns_.push_back(column);
        }
        width_ += by_lengths_;
    }

    SuitClasses classes(const Program& program, const KnownCards& known, int suit, std::size_t which) {
        std::vector<const HoldingTable*> tables;
        for (const Column& column : program.columns) {
            const bool matters = column.kind != Column::Kind::suit || column.which == suit;
            places_[which].push_back(matters ? static_cast<int>(tables.size()) : -1);
            if (matters) tables.push_back(&program.tables[static_cast<std::size_t>(column.table)]);
        }
        const auto holding = [suit](std::uint64_t cards) { return overtrick::holding(cards, suit); };
        return SuitClasses(tables, holding(known.held), holding(known.elsewhere));
    }

    // The state of a pair of suit classes: its length, then its slots.
    void fill(std::size_t a, std::size_t b, std::int32_t* key) const {
        *key++ = suits_[0][a].length + suits_[1][b].length;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const int at_a = places_[0][i], at_b = places_[1][i];
            const std::int32_t of_a = at_a < 0 ? 0 : suits_[0].value(a, static_cast<std::size_t>(at_a));
            const std::int32_t of_b = at_b < 0 ? 0 : suits_[1].value(b, static_cast<std::size_t>(at_b));
            switch (columns_[i].kind) {
                case Column::Kind::suit:
                    if (slots_[i] >= 0) *key++ = at_a >= 0 ? of_a : of_b;
                    break;
                case Column::Kind::sum:
                    *key++ = of_a + of_b;
                    break;
                case Column::Kind::largest:
                    *key++ = std::max(of_a, of_b);
                    *key++ = std::min(of_a, of_b);
                    break;
            }
        }
        if (by_lengths_) *key = suits_[0][a].length;
    }

    void combine() {
        struct State {
            std::uint32_t weight = 0;
            std::int32_t complexity = 0;
            std::uint64_t simplest = 0;
        };
        index_ = KeyIndex(width_);
        std::vector<State> states;
        std::vector<std::int32_t> key(width_);
        for (std::size_t a = 0; a < suits_[0].size(); ++a)
            for (std::size_t b = 0; b < suits_[1].size(); ++b) {
                const SuitClass &first = suits_[0][a], &second = suits_[1][b];
                if (first.length + second.length > size_) continue;
                fill(a, b, key.data());
                const std::size_t number = index_(key.data());
                const std::int32_t cost = first.complexity + second.complexity;
                if (number == states.size())
                    states.push_back({0, cost, cards(first.simplest, second.simplest)});
                State& state = states[number];
                state.weight += static_cast<std::uint32_t>(first.holdings.size() * second.holdings.size());
                if (cost < state.complexity)
                    state.complexity = cost, state.simplest = cards(first.simplest, second.simplest);
            }
        arrange(index_, [&states](std::size_t number) { return states[number]; });
    }

    void list_members() {
        members_.resize(states());
        each_pair([this](std::size_t state, std::uint32_t a, std::uint32_t b) {
            members_[state].emplace_back(a, b);
        });
    }

    // Keep the states in columns, those of one length side by side.
    template <class StateOf>
    void arrange(const KeyIndex& index, StateOf state_of) {
        std::vector<std::size_t> order(index.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        const std::vector<std::size_t> places = order_of_places();
        std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
            const auto one = index.key(x), other = index.key(y);
            for (const std::size_t place : places)
                if (one[place] != other[place]) return one[place] < other[place];
            return x < y;
        });
        values_.assign(width_ - 1, std::vector<std::int32_t>(order.size()));
        places_of_states_.resize(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            places_of_states_[order[i]] = i;
            const auto state = state_of(order[i]);
            const auto key = index.key(order[i]);
            lengths_.push_back(key[0]);
            weights_.push_back(state.weight);
            complexities_.push_back(state.complexity);
            simplest_.push_back(state.simplest);
            for (std::size_t slot = 0; slot + 1 < width_; ++slot) values_[slot][i] = key[1 + slot];
        }
        for (int size = 0; size <= kLongest + 1; ++size)
            begins_[static_cast<std::size_t>(size)] = static_cast<std::size_t>(
                std::lower_bound(lengths_.begin(), lengths_.end(), size) - lengths_.begin());
    }

    // Sorted by length, then by the columns of the whole hand, so that neighbours meet the same conditions
    // and programs can skip conditions that no row of a block meets.
    std::vector<std::size_t> order_of_places() const {
        std::vector<std::size_t> places = {0};
        for (const Column::Kind kind : {Column::Kind::largest, Column::Kind::sum})
            for (std::size_t i = 0; i < columns_.size(); ++i)
                if (columns_[i].kind == kind) places.push_back(1 + static_cast<std::size_t>(slots_[i]));
        return places;
    }

    std::uint64_t cards(std::uint16_t of_higher, std::uint16_t of_lower) const {
        return static_cast<std::uint64_t>(of_higher) << kRanks * higher_ |
               static_cast<std::uint64_t>(of_lower) << kRanks * lower_;
    }

    static constexpr int kLongest = 26;

    int higher_, lower_, size_;
    bool by_lengths_;  // the length of the higher suit is part of the state
    std::size_t width_ = 1;
    std::vector<Column> columns_;
    std::vector<int> slots_;
    std::array<std::vector<int>, 2> places_;
    std::vector<SuitClasses> suits_;
    KeyIndex index_{1};
    std::vector<std::size_t> places_of_states_;  // where a state numbered by the index is kept
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> members_;
    std::vector<int> lengths_;
    std::vector<std::uint32_t> weights_;
    std::vector<std::int32_t> complexities_;
    std::vector<std::uint64_t> simplest_;
    std::vector<std::vector<std::int32_t>> values_;
    std::array<std::size_t, kLongest + 2> begins_{};
};

}  // namespace overtrick
