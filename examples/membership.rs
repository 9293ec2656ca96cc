//! A system made in code: is it RSC?
//!
//! A customer orders, and the shop may withdraw its offer at any time. So an order and a withdrawal can cross on
//! their ways, and no execution with synchronous communications is equivalent to that. The check finds a shortest
//! run that shows it, a borderline violation. Where the shop answers orders only, nothing crosses.
//!
//! ```text
//! cargo run --example membership
//! ```

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use scm_check::{
    Channel, ChannelKind, Direction, Label, MessageSort, System, SystemBuilder, Verdict,
    ask_system, explain,
};

/// Whether the shop speaks before it is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shop {
    Withdraws,
    AnswersOnly,
}

/// Returns a customer and a shop with a queue to each.
fn system(shop: Shop) -> System {
    let mut builder = SystemBuilder::new("offer");
    let [order, withdrawn, sold] =
        ["order", "withdrawn", "sold"].map(|name| builder.message(name, MessageSort::Int));
    let queue = Channel { kind: ChannelKind::Fifo, lossy: false };
    let to_shop = builder.named_channel("to_shop", queue);
    let to_customer = builder.named_channel("to_customer", queue);
    let send = |channel, message| Label::Action(Direction::Send, channel, message);
    let receive = |channel, message| Label::Action(Direction::Receive, channel, message);

    let customer = builder.participant("customer");
    let [looking, waiting, over] =
        ["looking", "waiting", "over"].map(|name| builder.state(customer, name));
    builder.initial(customer, looking);
    builder.transition(customer, looking, send(to_shop, order), waiting);
    builder.transition(customer, waiting, receive(to_customer, withdrawn), over);
    builder.transition(customer, waiting, receive(to_customer, sold), over);

    let seller = builder.participant("shop");
    let [open, ordered, closed] =
        ["open", "ordered", "closed"].map(|name| builder.state(seller, name));
    builder.initial(seller, open);
    builder.transition(seller, open, receive(to_shop, order), ordered);
    builder.transition(seller, ordered, send(to_customer, sold), closed);
    if shop == Shop::Withdraws {
        builder.transition(seller, open, send(to_customer, withdrawn), closed);
        builder.transition(seller, closed, receive(to_shop, order), closed);
    }
    builder.finish()
}

/// Returns the verdict, and the explanation: for a violation a shortest run that shows it.
fn judged(shop: Shop) -> (Verdict, String) {
    let answers = ask_system(&system(shop), &["rsc"]).expect("every system has this property");
    (answers[0].verdict(), explain(&answers[0]))
}

fn main() {
    for shop in [Shop::AnswersOnly, Shop::Withdraws] {
        println!("{}", judged(shop).1);
    }
}

#[test]
fn only_a_shop_that_withdraws_lets_messages_cross() {
    assert_eq!(judged(Shop::AnswersOnly).0, Verdict::Holds);
    let (verdict, why) = judged(Shop::Withdraws);
    assert_eq!(verdict, Verdict::Violated);
    assert!(why.contains("`order` and `withdrawn` cross"), "{why}");
}
