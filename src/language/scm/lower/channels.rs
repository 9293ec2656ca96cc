//! The channels: their number, the bags, and the lossy channels.

use rustc_hash::FxHashSet;

use super::scope::{Channels, Scope};
use crate::scm::ast::Number;
use crate::scm::codes;
use model::cfsm::{Channel, ChannelKind};

/// Maximum number of channels.
const MAXIMUM: u64 = 1_000_000;

/// Declares the channels.
pub(super) fn lower(scope: &mut Scope<'_, '_>, bags: &[Number]) {
    let file = &scope.tree.file;
    let Some(number) = file.channels else { return };
    let Some(count) = number.value else { return };
    if count == 0 {
        let none = codes::NO_CHANNELS.at(number.span, "there are no channels");
        scope.sink.push(none.label("at least 1"));
        return;
    }
    if count > MAXIMUM {
        let message = format!("{count} channels are too many");
        let too_many = codes::TOO_MANY_CHANNELS.at(number.span, message);
        scope.sink.push(too_many.label(format!("at most {MAXIMUM}")));
        return;
    }
    let set = |numbers: &[Number]| -> FxHashSet<u64> {
        numbers.iter().filter_map(|number| number.value).collect()
    };
    let (is_bag, is_lossy) = (set(bags), set(&file.lossy));
    let ids = (0..count)
        .map(|index| {
            let kind = if is_bag.contains(&index) { ChannelKind::Bag } else { ChannelKind::Fifo };
            scope.builder.channel(Channel { kind, lossy: is_lossy.contains(&index) })
        })
        .collect();
    scope.channels = Some(Channels { ids, place: number.span });
    for numbers in [bags, &file.lossy] {
        let mut seen = FxHashSet::default();
        for &number in numbers {
            if scope.channel(number).is_some() && !seen.insert(number.value) {
                scope.repeated("the channel", number.span);
            }
        }
    }
}
