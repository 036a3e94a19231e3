//! The table of rewrite rules: a name and a `match → result` for each, and how often each fired.
//!
//! Oblivious to how rules are applied. In the formulas `x, y, z` are terms, `k` constants, `w` the width, `:n` a width.

use std::sync::atomic::{AtomicU64, Ordering};

macro_rules! rules {
    ($($name:ident = $formula:literal;)*) => {
        /// A rewrite rule.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum RewriteRule {
            $(#[doc = concat!("`", $formula, "`")] $name,)*
        }

        impl RewriteRule {
            /// All rules.
            pub const ALL: &[RewriteRule] = &[$(RewriteRule::$name,)*];

            /// The name of the rule.
            pub fn name(self) -> &'static str {
                match self { $(RewriteRule::$name => stringify!($name),)* }
            }

            /// What it matches and what it gives.
            pub fn formula(self) -> &'static str {
                match self { $(RewriteRule::$name => $formula,)* }
            }
        }
    };
}

rules! {
    FoldConstants = "op(k…) → k";
    IteConstPush = "op(ite(c, k1, k2), k3) → ite(c, op(k1, k3), op(k2, k3))";
    // Arithmetic.
    AddWidth1 = "x + y :1 → x xor y";
    AddZero = "x + 0 → x";
    AddConstConst = "(x + k1) + k2 → x + (k1 + k2)";
    AddNotOne = "~x + 1 → -x";
    AddNotSelf = "x + ~x → -1";
    AddCombine = "k1·x + k2·x → (k1 + k2)·x";
    AddRemainder = "x - (x / k)·k → x % k";
    AddCanonical = "sum of at most 8 addends → addends in order, constant outermost";
    NegWidth1 = "-x :1 → x";
    NegNeg = "-(-x) → x";
    NegNot = "-(~x) → x + 1";
    NegMul = "-(x·k) → x·(-k)";
    NegSum = "-(x + y) → (-x) + (-y), at most 4 addends";
    MulWidth1 = "x·y :1 → x & y";
    MulZero = "x·0 → 0";
    MulOne = "x·1 → x";
    MulMinusOne = "x·(-1) → -x";
    MulPow2 = "x·2^k → x << k";
    MulConstConst = "(x·k1)·k2 → x·(k1·k2)";
    MulNegConst = "(-x)·k → x·(-k)";
    MulAddConst = "(x + k1)·k2 → x·k2 + k1·k2";
    MulNeg = "(-x)·y → -(x·y)";
    MulBool = "x·zext(c:1) → ite(c, x, 0)";
    UdivOne = "x / 1 → x";
    UdivZero = "x / 0 → -1";
    UdivPow2 = "x / 2^k → x >> k";
    UdivUdiv = "(x / k1) / k2 → x / (k1·k2), or 0 when k1·k2 overflows";
    UdivSmall = "x / y → 0 when x < y always";
    UdivZext = "zext(x) / zext(y) → zext(x / y), or -1 where y is 0";
    UremZero = "x % 0 → x";
    UremOne = "x % 1 → 0";
    UremSelf = "x % x → 0";
    UremPow2 = "x % 2^k → zext(x[k-1:0])";
    UremSmall = "x % y → x when x < y always";
    UremZext = "zext(x) % zext(y) → zext(x % y)";
    SdivOne = "x /s 1 → x";
    SdivMinusOne = "x /s -1 → -x";
    SdivNonneg = "x /s y → x / y when both are never negative";
    SremOne = "x %s ±1 → 0";
    SremZero = "x %s 0 → x";
    SremNegConst = "x %s -k → x %s k";
    SremSelf = "x %s x → 0";
    SremNonneg = "x %s y → x % y when both are never negative";
    // Shifts.
    ShiftZero = "x shift 0 → x";
    ShiftOfZero = "0 shift x → 0";
    ShlTooFar = "x << y → 0 when y >= w always";
    LshrTooFar = "x >> y → 0 when y >= w always";
    ShlShl = "(x << k1) << k2 → x << (k1 + k2), or 0";
    ShlAddConst = "(x + k1) << k2 → (x << k2) + (k1 << k2)";
    ShlNeg = "(-x) << k → -(x << k)";
    ShlMulConst = "(x·k1) << k2 → x·(k1 << k2)";
    LshrConst = "x >> k → zext(x[w-1:k])";
    AshrConst = "x >>s k → sext(x[w-1:k])";
    AshrTooFar = "x >>s k → sext(x[w-1:w-1]) when k >= w";
    AshrNonneg = "x >>s y → x >> y when x is never negative";
    AshrOnes = "-1 >>s x → -1";
    // Bitwise.
    NotNot = "~~x → x";
    NotUlt = "!(x < y) → y <= x";
    NotUle = "!(x <= y) → y < x";
    NotSlt = "!(x <s y) → y <=s x";
    NotSle = "!(x <=s y) → y <s x";
    NotNeg = "~(-x) → x - 1";
    NotPred = "~(x - 1) → -x";
    AndSame = "x & x → x";
    AndZero = "x & 0 → 0";
    AndOnes = "x & -1 → x";
    AndComplement = "x & ~x → 0";
    AndAbsorbed = "x & (x | y) → x";
    AndContained = "(x & y) & x → x & y";
    AndOrComplement = "x & (~x | y) → x & y";
    AndConstConst = "(x & k1) & k2 → x & (k1 & k2)";
    AndKnown = "x & k → x when k clears only known zeros";
    AndDisjoint = "x & y → 0 when every bit is a known zero of one";
    AndLowMask = "x & (2^k - 1) → zext(x[k-1:0])";
    AndRunMask = "x & k → zext(x[h:l] ++ 0) when the ones of k are h down to l";
    AndZext = "zext(x) & zext(y) → zext(x & y)";
    AndConcatConst = "(x ++ y) & k → (x & k[hi]) ++ (y & k[lo])";
    AndEqEq = "x = k1 & x = k2 → false";
    OrSame = "x | x → x";
    OrZero = "x | 0 → x";
    OrOnes = "x | -1 → -1";
    OrComplement = "x | ~x → -1";
    OrAbsorbed = "x | (x & y) → x";
    OrContained = "(x | y) | x → x | y";
    OrAndComplement = "x | (~x & y) → x | y";
    OrConstConst = "(x | k1) | k2 → x | (k1 | k2)";
    OrKnown = "x | k → x when k sets only known ones";
    OrZext = "zext(x) | zext(y) → zext(x | y)";
    OrShlShl = "(x << k1) | (y << k2) → ((x << k1-k2) | y) << k2";
    OrToConcat = "(x << k) | y → x[w-k-1:0] ++ y[k-1:0] when y < 2^k always";
    XorSame = "x xor x → 0";
    XorZero = "x xor 0 → x";
    XorOnes = "x xor -1 → ~x";
    XorNot = "~x xor y → ~(x xor y)";
    XorConstConst = "(x xor k1) xor k2 → x xor (k1 xor k2)";
    XorCancel = "(x xor y) xor x → y";
    XorZext = "zext(x) xor zext(y) → zext(x xor y)";
    XorWidth1 = "x xor y :1 → !(x = y)";
    // Equality.
    EqSame = "x = x → true";
    EqFacts = "x = y → false when their ranges or known bits exclude it";
    EqTrue = "x = 1 :1 → x";
    EqFalse = "x = 0 :1 → !x";
    EqNotWidth1 = "!x = y :1 → !(x = y)";
    EqComplement = "x = ~x → false";
    EqAddConst = "x + k1 = k2 → x = k2 - k1";
    EqCancel = "x + y = x + z → y = z";
    EqDifference = "x - y = 0 → x = y";
    EqNegConst = "-x = k → x = -k";
    EqNotConst = "~x = k → x = ~k";
    EqNegNeg = "-x = -y → x = y";
    EqNotNot = "~x = ~y → x = y";
    EqXorConst = "x xor k1 = k2 → x = k1 xor k2";
    EqXorZero = "x xor y = 0 → x = y";
    EqXorCancel = "x xor y = x → y = 0";
    EqMulConst = "x·k1 = k2 → x = k2·k1⁻¹, k1 odd";
    EqShlConst = "x << k1 = k2 → x[w-k1-1:0] = k2 >> k1, or false";
    EqZextConst = "zext(x) = k → x = k";
    EqZextZext = "zext(x) = zext(y) → x = y, the narrower one extended";
    EqSextConst = "sext(x) = k → x = k";
    EqSextSext = "sext(x) = sext(y) → x = y, the narrower one extended";
    EqConcatConst = "x ++ y = k → x = k[hi] & y = k[lo]";
    EqConcatConcat = "x ++ y = z ++ u → x = z & y = u";
    EqIteConst = "ite(c, k1, x) = k2 → !c & x = k2, k1 not k2; alike on the other side";
    EqIteBranch = "ite(c, x, y) = x → c | x = y; alike on the other side";
    EqIteIte = "ite(c, x, y) = ite(c, z, u) with x = z or y = u → what is left";
    EqPolynomial = "x = y → true when they are the same polynomial";
    EqQuotient = "x = y / k → x <= max / k when k·x and y are the same polynomial; alike for bits of y";
    // Order.
    UltSame = "x < x → false";
    UleSame = "x <= x → true";
    OrderFacts = "x < y, x <= y, signed or not → true or false by their ranges";
    UltOne = "x < 1 → x = 0";
    UltMax = "x < -1 → x != -1";
    UltFromZero = "0 < x → x != 0";
    UltFromMax = "-2 < x → x = -1";
    UleConst = "x <= k → x < k + 1";
    UleFromConst = "k <= x → k - 1 < x";
    SltMin = "x <s min + 1 → x = min";
    SltMax = "x <s max → x != max";
    SltFromMin = "min <s x → x != min";
    SltFromMax = "max - 1 <s x → x = max";
    SleConst = "x <=s k → x <s k + 1";
    SleFromConst = "k <=s x → k - 1 <s x";
    OrderZext = "zext(x) < zext(y) → x < y, the narrower one extended; constants alike";
    OrderSext = "sext(x) < sext(y) → x < y, the narrower one extended; constants alike";
    OrderConcatHigh = "x ++ y < x ++ z → y < z";
    UltConcatConst = "x ++ y < k ++ 0 → x < k";
    UltConstConcat = "k ++ -1 < x ++ y → k < x";
    UltShlConst = "x << j < k → x[w-j-1:0] < ⌈k / 2^j⌉; k < x << j → k >> j < x[w-j-1:0]";
    UltMulConst = "x·j < k → x < ⌈k / j⌉, k < x·j → k / j < x when the product does not overflow";
    UltAddConst = "x + j < k → x < k - j when the sum does not overflow; alike on the other side";
    SltAddConst = "x + j <s k → x <s k - j when neither overflows; alike on the other side";
    SltNonneg = "x <s y → x < y when the signs agree always";
    OrderNot = "~x < ~y → y < x";
    OrderWidth1 = "x < y :1 → !x & y, and the like";
    UltUrem = "x % y < y → y != 0";
    UleUdiv = "x / k <= x → true, k not 0";
    MuloSmall = "umulo, smulo → false when the ranges' product fits";
    MuloLarge = "umulo → true when the least product overflows";
    UmuloConst = "umulo(x, k) → max / k < x";
    SmuloConst = "smulo(x, k) → max / k <s x | x <s min / k, k > 1";
    // Choice.
    IteSame = "ite(c, x, x) → x";
    IteConst = "ite(true, x, y) → x; ite(false, x, y) → y";
    IteNot = "ite(!c, x, y) → ite(c, y, x)";
    IteThenTrue = "ite(c, true, y) → c | y";
    IteThenFalse = "ite(c, false, y) → !c & y";
    IteElseFalse = "ite(c, x, false) → c & x";
    IteElseTrue = "ite(c, x, true) → !c | x";
    IteThenSame = "ite(c, c, y) → c | y; ite(c, x, c) → c & x";
    IteBoolWord = "ite(c, 1, 0) → zext(c)";
    IteBoolMask = "ite(c, -1, 0) → sext(c)";
    IteNested = "ite(c, ite(c, x, y), z) → ite(c, x, z); alike on the other side";
    IteMergeElse = "ite(c, x, ite(d, x, y)) → ite(c | d, x, y)";
    IteMergeThen = "ite(c, ite(d, x, y), y) → ite(c & d, x, y)";
    IteEq = "ite(x = y, x, y) → y";
    IteExt = "ite(c, ext(x), ext(y)) → ext(ite(c, x, y))";
    // Slices.
    ExtractAll = "x[w-1:0] → x";
    ExtractExtract = "x[h1:l1][h:l] → x[h+l1:l+l1]";
    ExtractConcatLow = "(x ++ y)[h:l] → y[h:l], h in y";
    ExtractConcatHigh = "(x ++ y)[h:l] → x[h-|y|:l-|y|], l in x";
    ExtractConcatBoth = "(x ++ y)[h:l] → x[h-|y|:0] ++ y[|y|-1:l]";
    ExtractZextLow = "zext(x)[h:l] → x[h:l], h in x";
    ExtractZextZero = "zext(x)[h:l] → 0, l above x";
    ExtractZextBoth = "zext(x)[h:l] → zext(x[|x|-1:l])";
    ExtractSextLow = "sext(x)[h:l] → x[h:l], h in x";
    ExtractSextBoth = "sext(x)[h:l] → sext(x[|x|-1:min(l, |x|-1)])";
    ExtractNot = "(~x)[h:l] → ~(x[h:l])";
    ExtractBitwiseConst = "(x op k)[h:l] → x[h:l], 0 or -1 or ~x[h:l], k all 0 or all 1 there";
    ExtractShl = "(x << k)[h:l] → x[h-k:l-k], 0, or x[h-k:0] ++ 0";
    ExtractMulConst = "(x·k)[h:l] → x[h-l:0]·(k >> l) when 2^l divides k";
    ExtractArith = "(x op y)[h:0] → x[h:0] op y[h:0], op in +, ·, -; when extensions go away";
    ExtractIte = "ite(c, x, y)[h:l] → ite(c, x[h:l], y[h:l]); when extensions go away";
    ConcatZero = "0 ++ x → zext(x)";
    ConcatAssoc = "(x ++ y) ++ z → x ++ (y ++ z)";
    ConcatZext = "zext(x) ++ y → zext(x ++ y)";
    ConcatConsts = "k1 ++ (k2 ++ x) → (k1 ++ k2) ++ x";
    ConcatSign = "sext(x[msb:msb]) ++ sext(x) → sext(x)";
    ConcatExtracts = "x[h:m] ++ x[m-1:l] → x[h:l]; also where x[m-1:l] was simplified";
    ConcatExtractsInner = "x[h:m] ++ (x[m-1:l] ++ y) → x[h:l] ++ y";
    ConcatSextExtracts = "sext(x[h:m]) ++ x[m-1:l] → sext(x[h:l])";
    ConcatShl = "x[w-k-1:0] ++ 0:k → x << k";
    ConcatNot = "~x ++ ~y → ~(x ++ y)";
    ConcatIteIte = "ite(c, k1, k2) ++ ite(c, k3, k4) → ite(c, k1 ++ k3, k2 ++ k4)";
    ZextZext = "zext(zext(x)) → zext(x)";
    ZextConcatZero = "zext(x ++ 0:k) → zext(x) << k";
    ZextShl = "zext(zext(x) << k) → zext(x) << k when no bit is lost";
    SextSext = "sext(sext(x)) → sext(x)";
    SextZext = "sext(zext(x)) → zext(x)";
    SextNonneg = "sext(x) → zext(x) when x is never negative";
    // Arrays.
    SelectConstArray = "const(v)[i] → v";
    SelectTable = "table[k] → element k";
    SelectTablePast = "table[i] → default when i is past the end always";
    SelectTableUniform = "table[i] → v when every element that i reaches is v";
    SelectStoreHit = "store(a, i, v)[i] → v";
    SelectStoreMiss = "store(a, i, v)[j] → a[j] when i is never j";
    SelectLambda = "(λi. body)[j] → body with j for i";
    SelectIte = "ite(c, x, y)[i] → ite(c, x[i], y[i]) when both reads simplify";
    StoreStore = "store(store(a, i, v), i, u) → store(a, i, u)";
    StoreOverDead = "store(…store(a, i, v)…, i, u) → store(…a…, i, u), all indices between distinct";
    StoreSelect = "store(a, i, a[i]) → a";
    StoreConstArray = "store(const(v), i, v) → const(v)";
    LambdaConst = "λi. body → const(body), i not in body";
    LambdaEta = "λi. a[i] → a, i not in a";
    ForallTrue = "∀i<n. true → true";
    ForallNone = "∀i<0. body → true";
    ForallFree = "∀i<n. body → n = 0 | body, i not in body";
    ForallOne = "∀i<1. body → body with 0 for i";
    // Floats.
    FpFoldConstants = "fp-op(k…) → k";
    FpFromToBits = "from-bits(to-bits(f)) → f";
    FpNegNeg = "-(-f) → f";
    FpAbsNeg = "|-f| → |f|";
    FpAbsAbs = "||f|| → |f|";
    FpRoundTrip = "narrow(widen(f)) → f";
    FpWidenWiden = "widen(widen(f)) → widen(f)";
    FpMulOne = "f·1 → f";
    FpDivOne = "f / 1 → f";
    FpEqSame = "f == f → !isnan(f)";
    FpLeSame = "f <= f → !isnan(f)";
    FpLtSame = "f < f → false";
    FpNan = "f rel nan → false";
    FpIsNeg = "is(-f) → is(f), is(|f|) → is(f), sign aside";
    FpIsNegAbs = "isneg(|f|) → false";
    FpIntRoundTrip = "to-int(from-int(x)) → x when no rounding takes place";
    FpFromIntNan = "isnan(from-int(x)) → false";
}

/// How often each rule fired. Counts are for reports and tests: relaxed.
pub(crate) struct RuleCounters([AtomicU64; RewriteRule::ALL.len()]);

impl RuleCounters {
    pub(crate) fn new() -> Self {
        RuleCounters(std::array::from_fn(|_| AtomicU64::new(0)))
    }

    #[inline]
    pub(crate) fn count(&self, r: RewriteRule) {
        self.0[r as usize].fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn get(&self, r: RewriteRule) -> u64 {
        self.0[r as usize].load(Ordering::Relaxed)
    }
}
