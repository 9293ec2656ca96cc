//! The channels: their number, the bags, and the lossy channels.

use rustc_hash::FxHashSet;

use super::scope::{Channels, Scope};
use crate::scm::ast::{Number, Section};
use crate::scm::codes;
use model::cfsm::{Channel, ChannelKind};

/// Maximum number of channels.
const MAXIMUM: u64 = 1_000_000;

/// Declares the channels.
pub(super) fn lower(scope: &mut Scope<'_, '_>, bags: &[Number]) {
    let tree = scope.tree;
    let Some(number) = tree.file.channels() else { return };
    let Some(count) = number.value else { return };
    if count == 0 {
        scope
            .sink
            .push(codes::NO_CHANNELS.at(number.span, "there are no channels").label("at least 1"));
        return;
    }
    if count > MAXIMUM {
        scope.sink.push(
            codes::TOO_MANY_CHANNELS
                .at(number.span, format!("{count} channels are too many"))
                .label(format!("at most {MAXIMUM}")),
        );
        return;
    }
    let lossy: Vec<Number> = tree
        .file
        .sections
        .iter()
        .flat_map(|section| match section {
            Section::Lossy(_, numbers) => numbers.as_slice(),
            _ => &[],
        })
        .copied()
        .collect();
    let set = |numbers: &[Number]| -> FxHashSet<u64> {
        numbers.iter().filter_map(|number| number.value).collect()
    };
    let (is_bag, is_lossy) = (set(bags), set(&lossy));
    let ids = (0..count)
        .map(|index| {
            let kind = if is_bag.contains(&index) { ChannelKind::Bag } else { ChannelKind::Fifo };
            scope.builder.channel(Channel { kind, lossy: is_lossy.contains(&index) })
        })
        .collect();
    scope.channels = Some(Channels { ids, place: number.span });
    for numbers in [bags, &lossy] {
        let mut seen = FxHashSet::default();
        for &number in numbers {
            if scope.channel(number).is_some() && !seen.insert(number.value) {
                scope.repeated("the channel", number.span);
            }
        }
    }
}
