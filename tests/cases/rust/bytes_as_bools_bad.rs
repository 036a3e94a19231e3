// A byte that is neither 0 nor 1 becomes a bool; and one is read through a pointer.
// run: check --checks default,value
// verdict: violated
// error: invalid-value at 10
// error: invalid-value at 12
// native: no

fn main() {
    let byte: u8 = plica::any();
    let flag: bool = unsafe { std::mem::transmute(byte) };
    let other = byte ^ 2;
    let looked_at = unsafe { *(&other as *const u8 as *const bool) };
    assert!(!flag || !looked_at);
}
