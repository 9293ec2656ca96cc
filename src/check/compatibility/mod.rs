//! k-multiparty compatibility: what the configurations with few messages in each channel say about all.
//!
//! A configuration is *k-reachable* if a run leads to it along which no channel ever holds more than `k` messages
//! (a *k-bounded* run). A system is k-multiparty compatible ([KMC](crate#bibliography)) if it is
//!
//! - *k-exhaustive*: in each k-reachable configuration, for each send that leaves the local state of a participant `p`, a
//!   k-bounded run without steps of `p` leads to a configuration in which its channel holds fewer than `k` messages;
//! - *k-safe*: from each k-reachable configuration the oldest message of each channel is received in some k-bounded run,
//!   and so does each participant receive that waits for a message.
//!
//! # What it says about all bounds
//! Here a system must be *point-to-point*: FIFO channels, each with at most one sender and one receiver. No local state
//! may have a reception beside other transitions ([`applies()`]). The source asks for one channel for each ordered pair,
//! and for deterministic automata without internal steps; the proof needs neither. A system is *k-independent* if in each
//! k-reachable configuration `t`, for each participant `p`:
//!
//! - *sends*: if one transition of `p` that is no reception is possible within the bound, all are;
//! - *receptions*: let `p` be able to receive from channel `d`, by a step `b`, and let its local state have a reception of
//!   `m` from another channel `c`. Then `m` is not the oldest message of `c`; and if `c` is empty, no k-bounded run
//!   that begins with `b` sends `m` as the first message to `c` without a dependence on `b`: there is always a chain of
//!   steps of one participant, and of sends and their receptions, from `b` to that send.
//!
//! Directed systems, whose local states have transitions for one channel only, are k-independent. It would not suffice for
//! *receptions* that other participants cannot fill `c` before `b`: they may need room in `d`, which they have in
//! unbounded channels.
//!
//! For executions `r` and `e` from the same configuration let `r <= e` if each participant's steps in `r` are a prefix
//! of its steps in `e`. Then `e` is equivalent to `r` with a continuation, since in a point-to-point system a
//! reception needs its send only.
//!
//! **Theorem.** If a system is k-exhaustive and k-independent, then for each k-reachable `t` and execution `r` from `t` there
//! is a k-bounded execution `e` from `t` with `r <= e`.
//!
//! *Proof* by induction on the length of `r = s a`, `a` a step of `p`. Let `s <= e`, and `e` k-bounded. If `p` moves in
//! `e` no more than in `s`, then `a` is possible after `e` but for the bound: what `p` can receive stays where it is. If `a`
//! is a send, the system is exhaustive, so steps of others make room: `e` with these and `a` is the execution sought.
//! Otherwise let `e = x b y`, where `b` is the first step of `p` beyond those in `s`. If `b` is `a`, `s a <= e`. Else,
//! if `a` can follow `x` within the bound, let `s'` be the steps of `s` that are not in `x`, in their order. They are not
//! steps of `p`, and `x s'` is an execution, as `s` and `x` are both `<= e`; so `x a s'` is one. `s'` is shorter than
//! `r`, so there is a k-bounded `e' >= s'` from the end of `x a`, and `s a <= x a e'`. It remains that `a` can follow `x`:
//!
//! - If `a` is no reception, neither is `b`, which is possible within the bound, and so is `a`.
//! - If both receive from the same channel, they receive the same message, which depends on the sender's steps only.
//! - If they receive from different channels `c` and `d`, let `m` be the message of `a`, which follows in `c` what `p` has
//!   received in `s`, as much as in `x`. If `c` is not empty after `x`, `m` is the oldest message there: not
//!   k-independent. If it is empty, `e` sends `m` after `b` as the first message to `c`. That send is in `s`, and `b` is
//!   not; so the send does not depend on `b`: not k-independent. ∎
//!
//! **Consequences**, for a system that is k-exhaustive and k-independent. Let `t` be k-reachable.
//!
//! - *An action (a reception by `p`, or from `c`) is possible some time after `t` iff a k-bounded run from `t` has it*: if `r`
//!   has it, `e >= r` has it.
//! - *All channels can become empty after `t` iff a k-bounded run from `t` empties them*: let `r` lead to empty channels, and
//!   `e >= r`. The steps of `r`, in their order in `e`, are an execution. It is k-bounded: all messages of `r` are received
//!   in `r`, so that the other receptions of `e` are of other messages, sent before in `e`, and leaving these out
//!   leaves no channel longer.
//! - *Each reachable configuration leads to a k-reachable one* by the steps of `e` that `r` lacks.
//!
//! *A configuration `d` without a step that is reachable is k-reachable*: let `r` lead to it, and `e >= r`. `r` has no
//! continuation, so `e` has the same steps of each participant, and leads to `d`, too.
//!
//! So the *linear properties* are read off the k-reachable configurations: one that violates any of them is reachable iff a
//! k-reachable one does.
//!
//! - *Progress*: by definition no step is possible where it is violated.
//! - *Orphan message*: the same. That a participant is in a final state does not matter: a final state with a step that is
//!   possible is no violation.
//! - *Reception-deadlock*: all participants have receptions only, from empty channels, so no step is possible.
//! - *Unspecified reception*: let `p` be at fault in a reachable `d`, from which `z` leads to a k-reachable `t`. `p` only has
//!   receptions there, none of them of the oldest message of its channel, and nobody else receives from these channels.
//!   So `p` does not move in `z`, the oldest messages stay, and `p` is at fault in `t`, too.
//!
//! So if `stuck(p)` holds for the k-reachable configurations with k-bounded continuations, it holds: let `p` wait in a
//! reachable configuration, in a state that is not final, from which `z` leads to a k-reachable one. If `p` moves in `z`,
//! it receives, since its state has receptions only. If not, it waits there still, and receives later. The same holds of
//! `unreceived(m)`, as the oldest message of a channel stays so unless it is received. `deadlock`: if all channels can become
//! empty after the k-reachable configuration that `z` leads to, they can after `z`. Conversely, a k-reachable configuration
//! that violates one of them with k-bounded continuations violates it, by the first two consequences.
//!
//! A system that is not k-exhaustive, or not k-independent, may have configurations that none of the k-reachable ones say
//! anything about.
//!
//! Two receptions from different channels that are possible in one configuration break *receptions* for each larger `k`,
//! too. Few configurations often show that there are such ([`is_racing`]).

mod applies;
mod exhaustive;
mod extent;
mod independent;
mod overtaking;
mod racing;

pub use applies::{Inapplicable, applies};
pub use exhaustive::Misfit;
pub use extent::Compatibility;
pub use independent::Independence;
pub use racing::is_racing;
