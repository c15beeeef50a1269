// Random deals that fit constraints: dealt seat by seat, and rejected as a whole at the first failure.
#include "overtrick/sampler.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <exception>
#include <stdexcept>
#include <thread>
#include <utility>

#include "deals/hand_test.hpp"
#include "deals/random.hpp"
#include "deals/turns.hpp"
#include "overtrick/combinations.hpp"

namespace overtrick {

Sampler::~Sampler() = default;

namespace {

// Deals one block after the other: one for each thread.
class Dealing {
   public:
    explicit Dealing(const Plan& plan) : plan_(plan), deals_(Sampler::kTries), drawn_(Sampler::kTries) {
        for (std::size_t place = 0; place < 4; ++place)
            for (const Condition& condition : plan.turns[place].conditions)
                tests_[place].emplace_back(condition);
    }

    void deal(std::uint64_t seed, std::uint64_t block, std::vector<Hands>& found) {
        Random random(seed, block);
        alive_ = plan_.ways == 0 ? 0 : Sampler::kTries;
        std::fill(deals_.begin(), deals_.end(), Hands{});
        for (std::size_t place = 0; place < 4 && alive_ != 0; ++place) {
            draw(plan_.turns[place], random);
            for (HandTest& test : tests_[place]) keep_those_that_pass(test, plan_.turns[place].seat);
        }
        found.assign(deals_.begin(), deals_.begin() + static_cast<std::ptrdiff_t>(alive_));
    }

   private:
    // Gives every deal that is alive a hand for the seat whose turn it is, or gives the deal up.
    void draw(const Turn& turn, Random& random) {
        std::size_t kept = 0;
        for (std::size_t row = 0; row < alive_; ++row) {
            Hands deal = deals_[row];
            const std::uint64_t taken = deal[0] | deal[1] | deal[2] | deal[3];
            const std::uint64_t hand = drawn(turn, plan_.unknown & ~taken, random);
            deal[turn.seat] = hand;
            deals_[kept] = deal;
            kept += (hand & (taken | turn.lacks)) == 0;
        }
        alive_ = kept;
    }

    static std::uint64_t drawn(const Turn& turn, std::uint64_t left, Random& random) {
        if (turn.is_last) return turn.held | left;
        if (!turn.by_lengths) return turn.held | dealt(turn, left, random);
        const std::size_t shape = turn.lengths.pick(lengths_of(left), random);
        return turn.table ? turn.table->draw(shape, random)
                          : turn.held | random.cards(left, turn.lengths.needed(shape));
    }

    // The first to get cards gets none that it lacks; to the others anything left may fall, or else those
    // with few cards to choose from would be dealt too often.
    static std::uint64_t dealt(const Turn& turn, std::uint64_t left, Random& random) {
        const std::uint64_t pool = turn.is_first ? left & ~turn.lacks : left;
        return random.cards(pool, std::popcount(pool), turn.needed);
    }

    void keep_those_that_pass(HandTest& test, std::size_t seat) {
        for (std::size_t row = 0; row < alive_; ++row) drawn_[row] = deals_[row][seat];
        std::size_t kept = 0;
        for (std::size_t first = 0; first < alive_; first += kBlock) {
            const std::size_t rows = std::min(kBlock, alive_ - first);
            const std::int32_t* passes = test(drawn_.data() + first, rows);
            for (std::size_t row = 0; row < rows; ++row) {
                deals_[kept] = deals_[first + row];
                kept += passes[row] != 0;
            }
        }
        alive_ = kept;
    }

    const Plan& plan_;
    std::array<std::vector<HandTest>, 4> tests_;  // by turns
    std::vector<Hands> deals_;
    std::vector<std::uint64_t> drawn_;
    std::size_t alive_ = 0;
};

class SeatBySeat final : public Sampler {
   public:
    explicit SeatBySeat(Plan plan) : plan_(std::move(plan)) {}

    Found draw(std::uint64_t seed, std::uint64_t first, std::size_t blocks, unsigned threads) const override {
        std::vector<std::vector<Hands>> found(blocks);
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            Dealing dealing(plan_);
            for (std::size_t block; (block = next++) < blocks;)
                dealing.deal(seed, first + block, found[block]);
        };
        run(work, std::min<std::size_t>(threads, blocks));
        return together(found);
    }

    bool is_possible() const override { return plan_.ways != 0; }

    bool draws_from_table(std::size_t seat) const override {
        return std::any_of(plan_.turns.begin(), plan_.turns.end(),
                           [seat](const Turn& turn) { return turn.seat == seat && turn.table; });
    }

   private:
    template <class Work>
    static void run(const Work& work, std::size_t threads) {
        std::vector<std::exception_ptr> trouble(threads);
        std::vector<std::jthread> helpers;
        const auto guarded = [&](std::size_t number) {
            try {
                work();
            } catch (...) {
                trouble[number] = std::current_exception();
            }
        };
        for (std::size_t number = 1; number < threads; ++number) helpers.emplace_back(guarded, number);
        if (threads != 0) guarded(0);
        helpers.clear();  // waits for them
        for (const std::exception_ptr& each : trouble)
            if (each) std::rethrow_exception(each);
    }

    static Found together(const std::vector<std::vector<Hands>>& blocks) {
        Found found;
        for (const std::vector<Hands>& block : blocks) {
            found.deals.insert(found.deals.end(), block.begin(), block.end());
            found.in_block.push_back(block.size());
        }
        return found;
    }

    Plan plan_;
};

void require(bool is_so, const char* what) {
    if (!is_so) throw std::invalid_argument(what);
}

void check(const SeatWanted& wanted) {
    require((wanted.held | wanted.lacks) >> 52 == 0, "no such card");
    require((wanted.held & wanted.lacks) == 0, "a seat lacks what it or another holds");
    require(std::popcount(wanted.held) <= kHandSize && std::popcount(wanted.lacks) <= 52 - kHandSize,
            "a seat cannot have thirteen cards");
    require(!wanted.table || (wanted.table->is_complete() && wanted.table->hands() != 0),
            "a table without hands");
    for (const auto* conditions : {&wanted.conditions, &wanted.of_table})
        for (const auto& [program, reg] : *conditions) {
            program->check();
            require(reg >= 0 && reg < program->registers, "no such register");
        }
    for (const Lengths& shape : wanted.shapes)
        require(shape[0] + shape[1] + shape[2] + shape[3] == kHandSize, "a shape of other than 13 cards");
}

}  // namespace

std::unique_ptr<Sampler> make_sampler(std::array<SeatWanted, 4> seats, std::array<std::size_t, 4> order) {
    auto every = order;
    std::sort(every.begin(), every.end());
    require(every == std::array<std::size_t, 4>{0, 1, 2, 3}, "every seat has one turn");
    std::uint64_t unknown = kPack.bits();
    for (const SeatWanted& wanted : seats) unknown &= ~wanted.held;
    for (SeatWanted& wanted : seats) {
        for (const SeatWanted& other : seats)
            if (&other != &wanted) wanted.lacks |= other.held;
        check(wanted);
    }
    return std::make_unique<SeatBySeat>(Planner(seats, order, unknown).best());
}

}  // namespace overtrick
