//! What Rust programs are made of, as far as lowering can tell the difference.
use std::collections::BTreeMap;

pub enum Shape { Circle(f64), Square { side: u32 }, Named(String), Nothing }

pub trait Area { fn area(&self) -> f64; }

impl Area for Shape {
    fn area(&self) -> f64 {
        match self {
            Shape::Circle(r) => r * r * 3.14,
            Shape::Square { side } => f64::from(*side).powi(2),
            Shape::Named(name) => name.len() as f64,
            Shape::Nothing => 0.0,
        }
    }
}

pub fn total(shapes: &[Box<dyn Area>]) -> f64 { shapes.iter().map(|s| s.area()).sum() }

pub fn checked(a: i32, b: i32) -> Option<i32> { a.checked_mul(b)?.checked_add(7) }

pub fn wide(a: u128, b: i128) -> u128 { a.wrapping_mul(b as u128).rotate_left(9) ^ a.leading_zeros() as u128 }

pub fn words(text: &str) -> BTreeMap<String, usize> {
    let mut map = BTreeMap::new();
    for word in text.split_whitespace() { *map.entry(word.to_string()).or_insert(0) += 1; }
    map
}

pub fn saturating(a: u8, b: i16, c: f32) -> i64 {
    (a.saturating_add(3) as i64) + (b.saturating_sub(9) as i64) + (c as i64) + (a.min(7) as i64)
}

pub fn sorted(mut v: Vec<i64>) -> i64 { v.sort(); v[0] + v[v.len() / 2] }

pub fn compare(a: i32, b: i32) -> std::cmp::Ordering { a.cmp(&b) }

pub fn arrays(mut a: [u32; 8], i: usize) -> [u32; 8] { a[i] += 1; a.reverse(); a }

static COUNTER: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
pub fn count() -> usize { COUNTER.fetch_add(1, std::sync::atomic::Ordering::SeqCst) }
