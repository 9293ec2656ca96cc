use scm_check::internals::kernel::base::Random;
use scm_check::internals::model::cfsm::{ChannelId, Direction, Label, TransitionId};
use scm_check::internals::model::generate::random;

use crate::support::small_systems::many_transitions;

#[test]
fn the_transitions_of_a_state_are_found_by_channel_and_message() {
    let (mut found, mut missing) = (0, 0);
    for seed in 0..100 {
        let system = random(&many_transitions(&mut Random::new(seed)), seed);
        let messages = || system.messages().ids();
        let both = |channel| messages().map(move |message| (channel, message));
        let pairs: Vec<_> = system.channels().ids().flat_map(both).collect();
        for automaton in system.automata() {
            let label = |id: TransitionId| automaton.transitions()[id].label;
            for state in automaton.states().ids() {
                let mut expected = automaton.outgoing(state).to_vec();
                expected.sort_by_key(|&id| (label(id), id));
                let groups: Vec<_> = automaton.by_channel(state).collect();
                let all: Vec<_> = groups.iter().flat_map(|(_, group)| *group).copied().collect();
                assert_eq!(all, expected, "seed {seed}");
                assert!(groups.is_sorted_by(|one, next| one.0 < next.0), "seed {seed}");
                for (port, group) in groups {
                    assert!(group.iter().all(|&id| label(id).port() == port), "seed {seed}");
                }
                let receptions: Vec<_> = automaton.receptions(state).collect();
                assert_eq!(automaton.has_reception(state), !receptions.is_empty());
                assert_eq!(automaton.is_resting(state), receptions.len() == expected.len());
                let mut channels: Vec<ChannelId> = receptions.iter().map(|pair| pair.0).collect();
                channels.sort_unstable();
                channels.dedup();
                assert!(automaton.channels_read(state).eq(channels), "seed {seed}");
                for (channel, message) in pairs.iter().copied() {
                    let wanted = Label::Action(Direction::Receive, channel, message);
                    let is_wanted = |id: &&TransitionId| label(**id) == wanted;
                    let plain = automaton.outgoing(state).iter().filter(is_wanted);
                    let some = automaton.receptions_of(state, channel, message);
                    assert!(some.iter().eq(plain), "seed {seed}");
                    found += usize::from(some.len() > 1);
                    missing += usize::from(some.is_empty());
                }
            }
        }
    }
    assert!(found > 100 && missing > 100, "{found} found, {missing} missing");
}
