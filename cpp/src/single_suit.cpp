#include "overtrick/single_suit.hpp"

#include <map>
#include <stdexcept>

#include "suits/best.hpp"
#include "suits/search.hpp"
#include "suits/trick.hpp"

namespace overtrick {

SingleSuit::~SingleSuit() = default;

namespace {

using suits::Lead;
using suits::Level;
using suits::Suit;

// The questions about one problem that need sets of a certain width.
class Questions {
   public:
    virtual ~Questions() = default;
    virtual std::vector<SuitLead> leads(int goal, const std::vector<Level>& levels, bool only_best) = 0;
    virtual std::vector<LayoutBits> lines(int goal, std::size_t limit) = 0;
    virtual std::vector<LayoutBits> sets(const SuitPosition& position, int goal) = 0;
    virtual bool achieves(const SuitPosition& position, int goal, const LayoutBits& layouts) = 0;
    virtual bool keeps(const SuitPosition& position, const SuitPlay& play, int goal,
                       const LayoutBits& layouts) = 0;
    virtual SuitLead after(const SuitPosition& position, const SuitPlay& play, int goal,
                           const std::vector<Level>& levels) = 0;
    virtual std::uint64_t leaves() = 0;
    virtual SuitCounts counts() const = 0;
};

template <std::size_t Words>
class SizedQuestions final : public Questions {
   public:
    using Set = suits::Worlds<Words>;

    SizedQuestions(const Suit& suit, bool counts_tricks, bool tactics_only)
        : suit_(suit), search_(suit, counts_tricks, tactics_only) {}

    std::vector<SuitLead> leads(int goal, const std::vector<Level>& levels, bool only_best) override {
        const suits::Weights<Words> weights(levels, suit_.level_bits());
        const Set& domain = search_.domain(suit_.start().out);
        std::vector<Candidate> candidates;
        for (const suits::Option& option : search_.options(suit_.start())) {
            auto factors = search_.factors(suit_.start(), option, goal);
            const std::int64_t sure = suits::BestOfLead<Words>::greedy(weights, domain, factors);
            candidates.push_back({option.lead, std::move(factors), sure});
        }
        std::stable_sort(candidates.begin(), candidates.end(),
                         [](const Candidate& a, const Candidate& b) { return a.sure > b.sure; });
        std::vector<SuitLead> found;
        std::int64_t best = -1;
        for (Candidate& candidate : candidates) {
            suits::BestOfLead<Words> search(weights, only_best ? best - 1 : -1);
            if (!search.find(domain, std::move(candidate.factors))) continue;
            best = std::max(best, search.value());
            found.push_back(
                {candidate.lead.from_north, candidate.lead.rank, search.value(), bits(search.wins())});
        }
        if (only_best) std::erase_if(found, [&](const SuitLead& lead) { return lead.value < best; });
        return found;
    }

    std::vector<LayoutBits> lines(int goal, std::size_t limit) override {
        std::vector<LayoutBits> lines;
        for (const Set& set : search_.solve(suit_.start(), goal)) {
            if (lines.size() == limit) return {};
            lines.push_back(bits(set));
        }
        return lines;
    }

    std::vector<LayoutBits> sets(const SuitPosition& position, int goal) override {
        std::vector<LayoutBits> found;
        for (const Set& set : search_.sets(suit_.canonical(position), goal)) found.push_back(bits(set));
        return found;
    }

    bool achieves(const SuitPosition& position, int goal, const LayoutBits& layouts) override {
        return search_.achieves(suit_.canonical(position), goal, set_of(layouts));
    }

    bool keeps(const SuitPosition& position, const SuitPlay& play, int goal,
               const LayoutBits& layouts) override {
        return search_.keeps(position, play, goal, set_of(layouts));
    }

    SuitLead after(const SuitPosition& position, const SuitPlay& play, int goal,
                   const std::vector<Level>& levels) override {
        const suits::Option option{suits::lead_of(position, play), play};
        const suits::Weights<Words> weights(levels, suit_.level_bits());
        suits::BestOfLead<Words> search(weights, -1);
        search.find(search_.domain(position.out), search_.factors(position, option, goal));
        return {option.lead.from_north, option.lead.rank, search.value(), bits(search.wins())};
    }

    std::uint64_t leaves() override { return search_.leaves(suit_.start()); }
    SuitCounts counts() const override { return search_.counts(); }

   private:
    struct Candidate {
        Lead lead;
        std::vector<typename suits::Search<Words>::Factor> factors;
        std::int64_t sure;
    };

    static Set set_of(const LayoutBits& bits) {
        Set set;
        for (std::size_t i = 0; i < std::min(Words, bits.size()); ++i) set.words[i] = bits[i];
        return set;
    }
    static LayoutBits bits(const Set& set) { return {set.words.begin(), set.words.end()}; }

    const Suit& suit_;
    suits::Search<Words> search_;
};

constexpr std::size_t wider(std::size_t words) {
    return words < 4 ? words + 1 : words < 8 ? words + 2 : words < 16 ? words + 4 : 2 * words;
}

template <std::size_t Words = 1>
std::unique_ptr<Questions> make_questions(const Suit& suit, bool counts_tricks, bool tactics_only, int bits) {
    if (bits <= static_cast<int>(64 * Words))
        return std::make_unique<SizedQuestions<Words>>(suit, counts_tricks, tactics_only);
    if constexpr (Words < 32) return make_questions<wider(Words)>(suit, counts_tricks, tactics_only, bits);
    throw std::invalid_argument("too many layouts to tell apart");
}

class Solver final : public SingleSuit {
   public:
    explicit Solver(const SuitProblem& problem) : suit_(problem), tactics_only_(problem.tactics_only) {}

    std::vector<std::uint16_t> groups() const override { return suit_.groups(); }
    std::vector<int> strides() const override { return suit_.strides(); }
    int layouts() const override { return suit_.layouts(); }
    int level_bits() const override { return suit_.level_bits(); }
    int length() const override { return suits::Search<1>::length(suit_.start()); }

    std::vector<SuitLead> leads(int goal, std::span<const std::int64_t> weights, bool only_best) override {
        if (goal > 0) return questions(goal).leads(goal, {{weights}}, only_best);
        std::vector<Level> levels;
        for (int tricks = 1; tricks <= length(); ++tricks) {
            const auto level = weights.subspan((tricks - 1) * layouts(), layouts());
            const auto best = leads(tricks, level, true);
            levels.push_back({level, best.empty() ? 0 : best.front().value});
        }
        return questions(0).leads(0, levels, only_best);
    }
    std::vector<LayoutBits> lines(int goal, std::size_t limit) override {
        return questions(goal).lines(goal, limit);
    }
    std::vector<LayoutBits> sets(const SuitPosition& position, int goal) override {
        return questions(goal).sets(position, goal);
    }
    bool achieves(const SuitPosition& position, int goal, const LayoutBits& layouts) override {
        return questions(goal).achieves(position, goal, layouts);
    }
    std::vector<SuitPlay> plays(const SuitPosition& position) const override {
        return suits::plays(suit_, position);
    }
    Tactic tactic(const SuitPosition& position, const SuitPlay& play) const override {
        return suits::Manoeuvre(position, play).tactic();
    }
    bool is_worth_trying(const SuitPosition& position, const SuitPlay& play) const override {
        return suits::Manoeuvre(position, play).is_worth_trying();
    }
    bool keeps(const SuitPosition& position, const SuitPlay& play, int goal,
               const LayoutBits& layouts) override {
        return questions(goal).keeps(position, play, goal, layouts);
    }
    SuitLead after(const SuitPosition& position, const SuitPlay& play, int goal,
                   std::span<const std::int64_t> weights) override {
        std::vector<Level> levels;
        for (std::size_t first = 0; first < weights.size(); first += layouts())
            levels.push_back({weights.subspan(first, layouts())});
        return questions(goal).after(position, play, goal, levels);
    }
    std::uint64_t leaves() override { return questions(1).leaves(); }
    SuitCounts counts() const override {
        SuitCounts all{};
        for (const auto& [counts_tricks, one] : questions_) {
            all.positions += one->counts().positions;
            all.products += one->counts().products;
            all.vectors += one->counts().vectors;
        }
        return all;
    }

   private:
    Questions& questions(int goal) {
        auto& one = questions_[goal == 0];
        const int levels = goal == 0 ? std::max(1, length()) : 1;
        if (!one) one = make_questions(suit_, goal == 0, tactics_only_, suit_.level_bits() * levels);
        return *one;
    }

    Suit suit_;
    bool tactics_only_;
    std::map<bool, std::unique_ptr<Questions>> questions_;
};

}  // namespace

std::unique_ptr<SingleSuit> make_single_suit(const SuitProblem& problem) {
    if ((problem.north & problem.south) != 0 || (problem.north | problem.south) >> problem.ranks != 0)
        throw std::invalid_argument("no such holdings");
    return std::make_unique<Solver>(problem);
}

}  // namespace overtrick
