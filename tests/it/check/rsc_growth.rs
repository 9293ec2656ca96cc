//! RSC executions that leave ever more messages in the channels.

use scm_check::internals::check::rsc::is_unbounded;
use scm_check::internals::kernel::base::{Control, Limit};
use scm_check::internals::model::cfsm::{
    Channel, ChannelKind, Direction, Label, MessageSort, SystemBuilder,
};
use scm_check::internals::model::generate::{looped_ring, ring};

#[test]
fn a_stream_that_somebody_may_leave_unread_grows() {
    let mut builder = SystemBuilder::new("stream");
    let channel = builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false });
    let message = builder.message("a", MessageSort::Int);
    let sender = builder.participant("p");
    let states = ["0", "1"].map(|name| builder.state(sender, name));
    builder.initial(sender, states[0]);
    let send = Label::Action(Direction::Send, channel, message);
    builder.transition(sender, states[0], send, states[1]);
    let control = Control::unlimited();
    assert_eq!(is_unbounded(&builder.clone().finish(), 100, &control), Ok(false));
    builder.transition(sender, states[1], send, states[0]);
    let system = builder.finish();
    assert_eq!(is_unbounded(&system, 100, &control), Ok(true));
    assert_eq!(is_unbounded(&system, 1, &control), Err(Limit::States));
}

#[test]
fn rings_hold_no_more_than_a_message_of_each_sender() {
    // Whoever has sent once more than it has received waits, also in a ring that goes round.
    let control = Control::unlimited();
    let (once, _) = ring(4, 2).expect("the ring is large enough");
    assert_eq!(is_unbounded(&once, 100_000, &control), Ok(false));
    let looped = looped_ring(4, 1).expect("the ring is large enough");
    assert_eq!(is_unbounded(&looped, 100_000, &control), Ok(false));
}
