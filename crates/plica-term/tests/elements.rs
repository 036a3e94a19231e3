//! Arrays given by a formula, of which the first elements are asked for.

use plica_term::{ConstValue, Evaluator, Model, Op, Sort, SymbolKind, TermPool};

#[test]
fn as_many_elements_as_matter_are_calculated() {
    let pool = TermPool::new();
    let bound = pool.symbol("i", Sort::Bv(62), SymbolKind::Bound);
    let n = pool.symbol("n", Sort::Bv(62), SymbolKind::Input);
    let (Op::Symbol(i), Some(number)) = (pool.node(bound).op, pool.as_symbol(n)) else { panic!("symbols") };
    let body = pool.ite(pool.ult(bound, n), pool.sub(n, bound), pool.bv(0, 62));
    let array = pool.store(pool.lambda(i, body), pool.bv(3, 62), pool.bv(77, 62));
    let mut model = Model::new();
    model.set(number, ConstValue::Bv(2));
    let mut eval = Evaluator::new(&pool, &model);
    assert_eq!(eval.try_eval(array), None, "there are 2^62 elements");
    assert_eq!(eval.elements(array, 1 << 40), None);
    let found = eval.elements(array, 5).expect("five elements");
    let elements: Vec<u128> = (0..5).map(|i| found.get(i)).collect();
    assert_eq!(elements, [2, 1, 0, 77, 0]);
    for (at, element) in (0..).zip(elements) {
        assert_eq!(eval.try_bits(pool.select(array, pool.bv(at, 62))), Some(element));
    }
}
