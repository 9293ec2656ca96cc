//! stub
pub use model::temporal::Formula;
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MonitorVerdict {
    True,
    False,
    CurrentlyTrue,
    CurrentlyFalse,
    Inconclusive,
}
impl MonitorVerdict {
    pub const fn is_certain(self) -> bool {
        matches!(self, Self::True | Self::False)
    }
}
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Semantics {
    Ltlf,
    Ltl3,
    RvLtl,
}
#[derive(Debug)]
pub struct Monitor;
impl Monitor {
    pub fn new(_: &Formula, _: usize, _: Semantics, _: usize) -> Self {
        Self
    }
    pub fn read(&mut self, _: &[u64]) -> Result<MonitorVerdict, ()> {
        Err(())
    }
}
