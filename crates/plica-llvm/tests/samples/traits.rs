use std::collections::HashMap;
#[derive(Debug, Clone, PartialEq)] enum E { A(i32), B { x: u64, y: String }, C }
trait T { fn f(&self) -> i32; } impl T for E { fn f(&self) -> i32 { match self { E::A(x) => *x, E::B{x,..} => *x as i32, E::C => 0 } } }
fn dynf(t: &dyn T) -> i32 { t.f() }
pub fn big(x: u128, f: f32) -> u128 { x.wrapping_mul(3) ^ (f as u128) }
static mut G: [u32; 4] = [1,2,3,4];
fn main() { let mut v: Vec<i32> = (0..10).collect(); v.sort_by(|a,b| b.cmp(a)); let mut m = HashMap::new(); m.insert("a", 1); 
 let r = std::panic::catch_unwind(|| { let a = [1,2,3]; let i = std::env::args().count(); a[i] }); println!("{:?} {:?} {} {}", v, m.get("a"), dynf(&E::B{x:3,y:"q".into()}), r.is_ok());
 unsafe { G[1] += 1; } std::thread::spawn(move || v.len()).join().unwrap(); assert!(E::A(1) != E::C); let x = std::sync::atomic::AtomicUsize::new(0); x.fetch_add(1, std::sync::atomic::Ordering::SeqCst); }
