// overtrick._core: conversions between NumPy and the C++ core, and nothing else.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/unique_ptr.h>

#include <cstdint>
#include <span>
#include <vector>

#include "overtrick/dealer.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using overtrick::Dealer;
using overtrick::DealNumber;
using overtrick::Hands;

using NumbersIn = nb::ndarray<const std::uint64_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using HandsIn = nb::ndarray<const std::uint64_t, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;
using NumbersOut = nb::ndarray<nb::numpy, std::uint64_t, nb::shape<-1, 3>>;
using HandsOut = nb::ndarray<nb::numpy, std::uint64_t, nb::shape<-1, 4>>;

template <class Row, class In>
std::span<const Row> rows(const In& array) {
    static_assert(sizeof(Row) % sizeof(std::uint64_t) == 0);
    return {reinterpret_cast<const Row*>(array.data()), array.shape(0)};
}

// Hands a vector of rows over to NumPy without copying it.
template <class Out, class Row>
Out as_array(std::vector<Row>&& rows) {
    auto* kept = new std::vector<Row>(std::move(rows));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<Row>*>(p); });
    return Out(kept->data(), {kept->size(), Row{}.size()}, owner);
}

HandsOut deal(const Dealer& dealer, const NumbersIn& numbers) {
    std::vector<Hands> deals(numbers.shape(0));
    {
        nb::gil_scoped_release release;
        dealer.deal(rows<DealNumber>(numbers), deals);
    }
    return as_array<HandsOut>(std::move(deals));
}

NumbersOut number(const Dealer& dealer, const HandsIn& deals) {
    std::vector<DealNumber> numbers(deals.shape(0));
    {
        nb::gil_scoped_release release;
        dealer.number(rows<Hands>(deals), numbers);
    }
    return as_array<NumbersOut>(std::move(numbers));
}

}  // namespace

NB_MODULE(_core, module) {
    // Objects that live as long as the interpreter are no leaks.
    nb::set_leak_warnings(false);
    module.doc() = "The compiled core of overtrick. Use the packages above it, not this.";

    nb::class_<Dealer>(module, "Dealer", "Turns numbers into deals and back.")
        .def(nb::new_(&overtrick::make_dealer), nb::kw_only(), "portable"_a = false)
        .def("deal", &deal, "numbers"_a, "Four hands, one bit per card, for each row of three numbers.")
        .def("number", &number, "deals"_a, "Three numbers for each row of four full hands.")
        .def_prop_ro("instructions", &Dealer::instructions, "'bmi2' or 'portable'.");
}
