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
    pub const fn word(self) -> &'static str {
        ""
    }
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
impl Semantics {
    pub const fn word(self) -> &'static str {
        ""
    }
    pub const ALL: [Self; 3] = [Self::Ltlf, Self::Ltl3, Self::RvLtl];
}
impl Monitor {
    pub fn new(_: &Formula, _: usize, _: Semantics, _: usize) -> Self {
        Self
    }
    pub fn read(&mut self, _: &[u64]) -> Result<MonitorVerdict, ()> {
        Err(())
    }
}
