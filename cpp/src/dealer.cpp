// Deals by number. Compiled once for each target.
#include "overtrick/dealer.hpp"

#include <cstddef>

#include "overtrick/bits.hpp"
#include "overtrick/cards.hpp"
#include "overtrick/combinations.hpp"

namespace overtrick::inline OVERTRICK_TARGET {

class NumberedDealer final : public Dealer {
   public:
    void deal(std::span<const DealNumber> numbers, std::span<Hands> deals) const override {
        for (std::size_t i = 0; i < numbers.size(); ++i) deals[i] = deal_one(numbers[i]);
    }

    void number(std::span<const Hands> deals, std::span<DealNumber> numbers) const override {
        for (std::size_t i = 0; i < deals.size(); ++i) numbers[i] = number_one(deals[i]);
    }

    const char* instructions() const override { return kInstructions; }

   private:
    static Hands deal_one(const DealNumber& number) {
        Hands hands{};
        std::uint64_t left = kPack.bits();
        for (int seat = 0; seat < 3; ++seat) {
            hands[seat] =
                deposit(subset_with_number(number[seat], kCards - kHandSize * seat, kHandSize), left);
            left &= ~hands[seat];
        }
        hands[3] = left;
        return hands;
    }

    static DealNumber number_one(const Hands& hands) {
        DealNumber number{};
        std::uint64_t left = kPack.bits();
        for (int seat = 0; seat < 3; ++seat) {
            number[seat] = number_of_subset(extract(hands[seat], left));
            left &= ~hands[seat];
        }
        return number;
    }
};

std::unique_ptr<Dealer> new_dealer() { return std::make_unique<NumberedDealer>(); }

}  // namespace overtrick::inline OVERTRICK_TARGET
