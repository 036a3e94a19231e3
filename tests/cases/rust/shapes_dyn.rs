// A shape behind a trait object, and a closure, with areas that fit.
// run: check
// verdict: holds
// native: no

trait Shape {
    fn area(&self) -> u16;
    fn double(&self) -> u16 {
        self.area().saturating_mul(2)
    }
}

struct Square(u8);
struct Rectangle {
    width: u16,
    height: u8,
}

impl Shape for Square {
    fn area(&self) -> u16 {
        u16::from(self.0) * u16::from(self.0)
    }
}

impl Shape for Rectangle {
    fn area(&self) -> u16 {
        self.width.saturating_mul(u16::from(self.height))
    }
}

fn largest<T: PartialOrd + Copy, F: Fn(&dyn Shape) -> T>(shapes: &[Box<dyn Shape>], by: F) -> T {
    shapes.iter().map(|s| by(s.as_ref())).reduce(|a, b| if a < b { b } else { a }).unwrap()
}

fn main() {
    let side: u8 = plica::any();
    let shapes: Vec<Box<dyn Shape>> =
        vec![Box::new(Square(side)), Box::new(Rectangle { width: plica::any(), height: plica::any() })];
    assert!(largest(&shapes, |s| s.area()) >= u16::from(side));
    assert!(largest(&shapes, |s| s.double()) >= shapes[1].double());
}
