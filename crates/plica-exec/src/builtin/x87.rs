//! Functions of `math.h` on a `long double` of the x87, as the system's library computes them.
//!
//! Oblivious to what is known of arguments. Invariant: what is computed here is what a program that calls the function
//! gets; where the machine has no x87 there are none of these functions.

/// A function of one or two numbers, of which only the address is known here: Rust has no type for its arguments.
#[derive(Clone, Copy)]
pub(super) struct Extended {
    address: unsafe extern "C" fn(),
    arity: usize,
}

macro_rules! functions {
    ($($arity:literal: $($plain:literal $name:ident),*;)*) => {
        #[cfg(target_arch = "x86_64")]
        mod c {
            // SAFETY: functions of the library that every program is linked with; they are called by `call` only.
            unsafe extern "C" {
                $($(pub fn $name();)*)*
            }
        }

        /// The function that is this one on doubles.
        #[cfg(target_arch = "x86_64")]
        pub(super) fn extended(plain: &str) -> Option<Extended> {
            Some(match plain {
                $($($plain => Extended { address: c::$name, arity: $arity },)*)*
                _ => return None,
            })
        }

        #[cfg(not(target_arch = "x86_64"))]
        pub(super) fn extended(_plain: &str) -> Option<Extended> {
            None
        }
    };
}

functions! {
    1: "exp" expl, "exp2" exp2l, "expm1" expm1l, "log" logl, "log2" log2l, "log10" log10l, "log1p" log1pl,
        "sin" sinl, "cos" cosl, "tan" tanl, "asin" asinl, "acos" acosl, "atan" atanl,
        "sinh" sinhl, "cosh" coshl, "tanh" tanhl, "asinh" asinhl, "acosh" acoshl, "atanh" atanhl,
        "cbrt" cbrtl, "erf" erfl, "erfc" erfcl, "lgamma" lgammal, "tgamma" tgammal;
    2: "pow" powl, "atan2" atan2l, "hypot" hypotl;
}

impl Extended {
    /// How many arguments it takes.
    pub fn arity(self) -> usize {
        self.arity
    }

    /// The bits of its result on numbers with these bits, of which there are as many as it takes.
    pub fn on(self, arguments: &[u128]) -> u128 {
        let mut words = [[0u64; 2]; 2];
        for (words, &bits) in words.iter_mut().zip(arguments) {
            *words = [bits as u64, (bits >> 64) as u64];
        }
        let mut result = [0u64; 2];
        call(self.address, &words, &mut result);
        u128::from(result[1] & 0xffff) << 64 | u128::from(result[0])
    }
}

/// Numbers of the x87 are passed in memory, in 16 bytes each, and the result is at the top of the x87's stack.
#[cfg(target_arch = "x86_64")]
fn call(function: unsafe extern "C" fn(), arguments: &[[u64; 2]; 2], result: &mut [u64; 2]) {
    // SAFETY: the function is one of the table, which takes at most two such numbers and gives one; the stack is
    // aligned for a call and moved by a multiple of 16; ten bytes of the sixteen of the result are written.
    unsafe {
        std::arch::asm!(
            "sub rsp, 32",
            "mov rax, [rdi]",
            "mov [rsp], rax",
            "mov rax, [rdi + 8]",
            "mov [rsp + 8], rax",
            "mov rax, [rdi + 16]",
            "mov [rsp + 16], rax",
            "mov rax, [rdi + 24]",
            "mov [rsp + 24], rax",
            "call rsi",
            "add rsp, 32",
            "fstp tbyte ptr [r12]",
            inout("rdi") arguments => _,
            inout("rsi") function => _,
            in("r12") result,
            clobber_abi("C"),
        );
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn call(_function: unsafe extern "C" fn(), _arguments: &[[u64; 2]; 2], _result: &mut [u64; 2]) {}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    const ONE: u128 = 0x3fff << 64 | 1 << 63;
    const TWO: u128 = 0x4000 << 64 | 1 << 63;

    fn on(plain: &str, arguments: &[u128]) -> Option<u128> {
        let function = extended(plain)?;
        assert_eq!(function.arity(), arguments.len());
        Some(function.on(arguments))
    }

    #[test]
    fn results_are_those_of_long_doubles() {
        // 0xc90fdaa22168c235 are the digits of pi.
        assert_eq!(on("atan2", &[ONE, 0]), Some(0x3fff << 64 | 0xc90f_daa2_2168_c235));
        assert_eq!(on("pow", &[TWO, TWO]), Some(0x4001 << 64 | 1 << 63));
        assert_eq!(on("exp2", &[ONE]), Some(TWO));
        assert_eq!(on("log", &[0]), Some(0xffff << 64 | 1 << 63));
        // No number is left on the stack of the x87, which has eight places.
        (0..100).for_each(|_| assert_eq!(on("cos", &[0]), Some(ONE)));
    }
}
