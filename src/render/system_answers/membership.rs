//! What is known about membership, in words.

use crate::report::Row;
use crate::sentences::{few, number_of};
use check::membership::Lanes;
use driver::system::Membership;
use kernel::verdict::Reason;
use model::cfsm::{ChannelId, MessageId, System};

/// Maximum number of live lanes that a report names.
const LIVE_LANES: usize = 4;

/// Adds to the row which lanes of `system` stay live, so that they decide nothing alone.
pub(super) fn live_lanes(row: &mut Row, system: &System, lanes: &Lanes) {
    let name = |&(channel, message): &(ChannelId, MessageId)| {
        let message = &system.messages()[message].name;
        format!("`{message}` on channel {}", system.channel_name(channel))
    };
    let live: Vec<String> = lanes.live.iter().map(name).collect();
    let stay = if live.len() == 1 { "stays" } else { "stay" };
    row.message = format!(
        "{} of {} {stay} live: {}",
        live.len(),
        number_of(lanes.count, "lane"),
        few(&live, LIVE_LANES, "others"),
    );
    row.text.hint = Some("`--engine auto` explores what these leave open".to_owned());
}

/// Returns the known membership of a system in RSC, as a clause.
pub(super) fn membership_clause(membership: Membership) -> String {
    match membership {
        Membership::Holds(_) => "the system is RSC".to_owned(),
        Membership::Violated(communications) => format!(
            "the system is not RSC (a borderline violation has {})",
            number_of(communications, "communication"),
        ),
        Membership::Unknown(limit) => {
            format!("whether the system is RSC is unknown ({})", Reason::from(limit).word())
        }
    }
}
