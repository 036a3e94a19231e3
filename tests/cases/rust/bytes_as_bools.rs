// Bytes that are 0 or 1 are values of type bool.
// run: check --checks default,value
// verdict: holds
// native: no

fn main() {
    let byte: u8 = plica::any();
    plica::assume(byte < 2);
    let flag: bool = unsafe { std::mem::transmute(byte) };
    assert_eq!(flag as u8, byte);
}
