#include "overtrick/single_suit.hpp"

#include <limits>
#include <map>
#include <stdexcept>

#include "suits/best.hpp"
#include "suits/search.hpp"
#include "suits/trick.hpp"

namespace overtrick {

SingleSuit::~SingleSuit() = default;

namespace {

using suits::Lead;

using Level = std::span<const std::int64_t>;  // the weights of layouts for one number of tricks

// Bounds on a lead before trick vectors are compared: on each level the most it wins, and where.
struct Hint {
    std::vector<std::int64_t> most;
    LayoutBits wins;
};
using suits::Suit;

// The queries on one problem that need sets of a certain width.
class Questions {
   public:
    virtual ~Questions() = default;
    virtual std::vector<SuitLead> leads(int goal, const std::vector<Level>& levels,
                                        const std::vector<Hint>& hints, bool only_best) = 0;
    virtual std::vector<Lead> options() const = 0;
    virtual std::vector<LayoutBits> lines(int goal, std::size_t limit) = 0;
    virtual std::vector<LayoutBits> sets(const SuitPosition& position, int goal) = 0;
    virtual bool achieves(const SuitPosition& position, int goal, const LayoutBits& layouts) = 0;
    virtual bool keeps(const SuitPosition& position, const SuitPlay& play, int goal,
                       const LayoutBits& layouts) = 0;
    virtual SuitLead after(const SuitPosition& position, const SuitPlay& play, int goal,
                           const std::vector<Level>& levels) = 0;
    virtual std::uint64_t leaves() = 0;
};

template <std::size_t Words>
class SizedQuestions final : public Questions {
   public:
    using Set = suits::Worlds<Words>;

    SizedQuestions(const Suit& suit, bool counts_tricks, bool tactics_only)
        : suit_(suit), search_(suit, counts_tricks, tactics_only) {}

    // Without `only_best` there is one answer for every option, in their order.
    std::vector<SuitLead> leads(int goal, const std::vector<Level>& levels, const std::vector<Hint>& hints,
                                bool only_best) override {
        const suits::Weights<Words> weights(levels, suit_.level_bits());
        const Set& domain = search_.domain(suit_.start().out);
        std::vector<Candidate> candidates;
        for (const suits::Option& option : search_.options(suit_.start())) {
            const Hint hint = hints.empty() ? Hint{{kUnbounded}, {}} : hints[candidates.size()];
            Candidate candidate{option.lead, search_.factors(suit_.start(), option, goal),
                                suits::BestOfLead<Words>(weights, hint.most, -1)};
            candidate.search.begin(domain, candidate.factors, set_of(hint.wins));
            candidates.push_back(std::move(candidate));
        }
        return only_best ? best_leads(candidates, domain) : all_leads(candidates, domain);
    }

    std::vector<Lead> options() const override {
        std::vector<Lead> leads;
        for (const suits::Option& option : search_.options(suit_.start())) leads.push_back(option.lead);
        return leads;
    }

    std::vector<LayoutBits> lines(int goal, std::size_t limit) override {
        constexpr std::size_t kCombinations = 20'000;  // more of them take seconds to sift
        const auto found = search_.solve_within(suit_.start(), goal, kCombinations);
        if (!found || found->size() > limit) return {};
        std::vector<LayoutBits> lines;
        for (const Set& set : *found) lines.push_back(bits(set));
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
        suits::BestOfLead<Words> search(weights, std::vector(levels.size(), kUnbounded), -1);
        const Set& domain = search_.domain(position.out);
        auto factors = search_.factors(position, option, goal);
        search.begin(domain, factors, Set{});
        search.find(domain, std::move(factors));
        return {option.lead.from_north, option.lead.rank, search.value(), bits(search.wins())};
    }

    std::uint64_t leaves() override { return search_.leaves(suit_.start()); }

   private:
    struct Candidate {
        Lead lead;
        std::vector<typename suits::Search<Words>::Factor> factors;
        suits::BestOfLead<Words> search;

        SuitLead found() const { return {lead.from_north, lead.rank, search.value(), bits(search.wins())}; }
    };

    static constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max();

    static std::vector<SuitLead> all_leads(std::vector<Candidate>& candidates, const Set& domain) {
        std::vector<SuitLead> found;
        for (Candidate& candidate : candidates) {
            candidate.search.find(domain, std::move(candidate.factors));
            found.push_back(candidate.found());
        }
        return found;
    }

    // Candidates with the best first answers come first; the others are only searched for more than that.
    static std::vector<SuitLead> best_leads(std::vector<Candidate>& candidates, const Set& domain) {
        std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
            return a.search.value() > b.search.value();
        });
        std::vector<SuitLead> found;
        std::int64_t best = -1;
        for (Candidate& candidate : candidates) {
            candidate.search.raise_floor(best - 1);
            if (!candidate.search.find(domain, std::move(candidate.factors))) continue;
            best = std::max(best, candidate.search.value());
            found.push_back(candidate.found());
        }
        std::erase_if(found, [&](const SuitLead& lead) { return lead.value < best; });
        return found;
    }

    static Set set_of(const LayoutBits& bits) {
        Set set;
        for (std::size_t i = 0; i < std::min(Words, bits.size()); ++i) set.words[i] = bits[i];
        return set;
    }
    static LayoutBits bits(const Set& set) { return {set.words.begin(), set.words.end()}; }

    const Suit& suit_;
    suits::Search<Words> search_;
};

constexpr std::size_t kWidest = 32;

// The next width of a set that is compiled; tests under sanitizers compile two, which saves minutes.
constexpr std::size_t wider(std::size_t words) {
#ifdef OVERTRICK_FEW_WIDTHS
    return std::max(words, kWidest);
#else
    return words < 4 ? words + 1 : words < 8 ? words + 2 : words < 16 ? words + 4 : 2 * words;
#endif
}

template <std::size_t Words = 1>
std::unique_ptr<Questions> make_questions(const Suit& suit, bool counts_tricks, bool tactics_only, int bits) {
    if (bits <= static_cast<int>(64 * Words))
        return std::make_unique<SizedQuestions<Words>>(suit, counts_tricks, tactics_only);
    if constexpr (Words < kWidest)
        return make_questions<wider(Words)>(suit, counts_tricks, tactics_only, bits);
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
        if (goal > 0) return goal_leads(goal, weights, only_best);
        std::vector<Level> levels;
        std::vector<Hint> hints;
        const std::vector<Lead> options = questions(0).options();
        for (int tricks = 1; tricks <= length(); ++tricks) {
            levels.push_back(weights.subspan((tricks - 1) * layouts(), layouts()));
            add_hints(hints, options, goal_leads(tricks, levels.back(), true), tricks);
        }
        return questions(0).leads(0, levels, hints, only_best);
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
            levels.push_back(weights.subspan(first, layouts()));
        return questions(goal).after(position, play, goal, levels);
    }
    std::uint64_t leaves() override { return questions(1).leaves(); }

   private:
    // The last answer for each goal is kept: a query for expected tricks often follows queries for the goals.
    struct Answer {
        std::vector<std::int64_t> weights;
        bool only_best;
        std::vector<SuitLead> leads;
    };

    const std::vector<SuitLead>& goal_leads(int goal, std::span<const std::int64_t> weights, bool only_best) {
        Answer& answer = answers_[goal];
        const bool is_same =
            answer.only_best == only_best &&
            std::equal(weights.begin(), weights.end(), answer.weights.begin(), answer.weights.end());
        if (!is_same) {
            answer = {{weights.begin(), weights.end()}, only_best, {}};
            answer.leads = questions(goal).leads(goal, {weights}, {}, only_best);
        }
        return answer.leads;
    }

    // For one number of tricks: a lead among the best wins as much, where it says; any other one wins less.
    void add_hints(std::vector<Hint>& hints, const std::vector<Lead>& options,
                   const std::vector<SuitLead>& best, int tricks) const {
        const std::int64_t most = best.empty() ? 0 : best.front().value;
        hints.resize(options.size());
        for (std::size_t i = 0; i < options.size(); ++i) {
            const auto mine = std::find_if(best.begin(), best.end(), [&](const SuitLead& lead) {
                return lead.from_north == options[i].from_north && lead.rank == options[i].rank;
            });
            hints[i].most.push_back(mine != best.end() ? most : std::max<std::int64_t>(most - 1, 0));
            hints[i].wins.resize((tricks * suit_.level_bits() + 63) / 64);
            if (mine != best.end()) stack(hints[i].wins, mine->wins, tricks);
        }
    }

    // Puts a set of layouts on its level of a trick vector.
    void stack(LayoutBits& vector, const LayoutBits& wins, int tricks) const {
        for (int layout = 0; layout < suit_.layouts(); ++layout)
            if (wins[layout / 64] >> (layout % 64) & 1) {
                const int bit = (tricks - 1) * suit_.level_bits() + layout;
                vector[bit / 64] |= std::uint64_t{1} << (bit % 64);
            }
    }

    Questions& questions(int goal) {
        auto& one = questions_[goal == 0];
        const int levels = goal == 0 ? std::max(1, length()) : 1;
        if (!one) one = make_questions(suit_, goal == 0, tactics_only_, suit_.level_bits() * levels);
        return *one;
    }

    Suit suit_;
    bool tactics_only_;
    std::map<bool, std::unique_ptr<Questions>> questions_;
    std::map<int, Answer> answers_;
};

}  // namespace

std::unique_ptr<SingleSuit> make_single_suit(const SuitProblem& problem) {
    if ((problem.north & problem.south) != 0 || (problem.north | problem.south) >> problem.ranks != 0)
        throw std::invalid_argument("no such holdings");
    return std::make_unique<Solver>(problem);
}

}  // namespace overtrick
