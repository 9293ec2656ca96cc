//! Bringing the answers that models state up to date.

use super::draft::replace;
use super::input::{Input, printable};
use super::output::Failure;
use scm_check::driver::Loaded;
use scm_check::driver::Role;
use scm_check::driver::{PropertyGroup, is_linear};
use scm_check::kernel::verdict::{Expected, Reason, Verdict};
use scm_check::language::scm::{self, Expectation, LineChange, Restated, restate};
use scm_check::render::report::Row;

/// How far a run looked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Horizon {
    /// As far as every run does.
    Usual,
    /// As far as the user said: another run may decide what this one did not.
    Chosen,
}

/// What becomes of the text of a model.
pub(crate) struct Update {
    name: String,
    before: String,
    after: Restated,
    /// How many answers were not decided.
    open: usize,
}

impl Update {
    /// Returns what becomes of a model, given all answers about it; `None` if it has no text.
    pub(crate) fn of(
        loaded: &Loaded,
        model: &scm::Model,
        rows: &[Row],
        horizon: Horizon,
    ) -> Option<Self> {
        let source = loaded.source()?;
        // Where one question met a limit, others that rest on it may be open for that reason alone.
        let limited = horizon == Horizon::Chosen || rows.iter().any(is_cut_short);
        let settled =
            |row: &Row| settled(row).filter(|&answer| answer != Expected::Unknown || !limited);
        let rows = || rows.iter().filter(|row| row.role == Role::Answer);
        let answers: Vec<Expectation> = rows()
            .filter_map(|row| answer(row, settled(row)?))
            .filter(|answer| is_kept(answer, model))
            .collect();
        Some(Self {
            name: loaded.name.clone(),
            before: source.text().to_owned(),
            after: restate(source, model, &answers),
            open: rows().filter(|row| settled(row).is_none()).count(),
        })
    }

    /// Tells whether the text becomes another one.
    pub(crate) fn is_change(&self) -> bool {
        !self.after.changes.is_empty()
    }

    /// Returns what changes, line by line, or that nothing does.
    pub(crate) fn describe(&self) -> String {
        let name = &self.name;
        match (self.is_change(), self.open) {
            (true, _) => {
                let lines = self.after.changes.iter().map(|change| match change {
                    LineChange::Removed(line) => format!("- {}\n", printable(line)),
                    LineChange::Added(line) => format!("+ {}\n", printable(line)),
                });
                format!("{name}\n{}", lines.collect::<String>())
            }
            (false, 0) => format!("{name}: up to date\n"),
            (false, _) => format!("{name}: not everything was decided, nothing to update\n"),
        }
    }

    /// Writes the new text into the file of `input`, if it is another one.
    ///
    /// The file is replaced at once: whatever happens, it holds the old text or the new.
    ///
    /// # Errors
    /// If the file cannot be written, or no longer holds the text that was checked.
    pub(crate) fn write(&self, input: &Input) -> Result<(), Failure> {
        let Some(path) = input.path().filter(|_| self.is_change()) else { return Ok(()) };
        replace(path, self.before.as_bytes(), self.after.text.as_bytes())
            .map_err(|error| Failure::writing(&self.name, &error))
    }
}

/// Returns what every run of this version answers.
fn settled(row: &Row) -> Option<Expected> {
    let is_ours = || {
        row.property
            .as_deref()
            .and_then(PropertyGroup::of)
            .is_some_and(PropertyGroup::is_of_systems)
    };
    match row.verdict {
        // What is stated about the properties of other programs is not ours to take back.
        Verdict::Unknown(Reason::Unsupported) if is_ours() => Some(Expected::Unknown),
        verdict => verdict.settled(),
    }
}

/// Tells whether a result has no verdict that another run would have.
fn is_cut_short(row: &Row) -> bool {
    settled(row).is_none() && row.verdict.reason() != Some(Reason::Unsupported)
}

/// Returns the answer of a result as a model states it.
fn answer(row: &Row, verdict: Expected) -> Option<Expectation> {
    let variant = match row.channels {
        "as written" => Vec::new(),
        kind => vec![kind.to_owned()],
    };
    Some(Expectation { property: row.property.clone()?, variant, verdict })
}

/// Tells whether an answer is worth stating: it is stated already, or about a property that every
/// model states, or says of another one that something is wrong.
fn is_kept(answer: &Expectation, model: &scm::Model) -> bool {
    let Expectation { property, variant, verdict } = answer;
    let same = |other: &Expectation| other.property == *property && other.variant == *variant;
    if model.expectations.iter().any(same) {
        return true;
    }
    match PropertyGroup::of(property) {
        Some(PropertyGroup::Membership) => true,
        // Without a number it is the question of a model that has no bad states.
        Some(PropertyGroup::BadStates) => property != PropertyGroup::BadStates.name(),
        Some(PropertyGroup::Safety) => is_linear(property) || *verdict != Expected::Holds,
        // The former are about choreographies.
        Some(
            PropertyGroup::Realisability | PropertyGroup::WellFormedness | PropertyGroup::Protocol,
        )
        | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::input::{Naming, expand};
    use crate::cli::models::{Manner, load};
    use crate::cli::option_groups::Colour;
    use scm_check::kernel::diagnostics::Severity;

    const MODEL: &str = "\
//# expect: rsc = holds, stuck(p) = violated, realisable = holds
scm m : nb_channels = 1 ; parameters : int a ;
automaton p : initial : 0 state 0 : to 0 : when true , 0 ! a ;
automaton q : initial : 0 state 0 : to 0 : when true , 0 ? a ;
";

    fn row(property: &str, verdict: Verdict) -> Row {
        Row { property: Some(property.into()), verdict, ..Row::unreadable("m.scm", "") }
    }

    fn update_within(horizon: Horizon, rows: &[Row]) -> Update {
        let input = expand(&["m.scm".into()]).remove(0);
        let manner =
            Manner { naming: Naming::Path, colour: Colour::Never, mildest: Severity::Error };
        let (loaded, model) = load(&input, Ok(MODEL.into()), manner);
        let model = model.as_ref().expect("it can be read");
        Update::of(&loaded, model, rows, horizon).expect("it has a text")
    }

    fn update(rows: &[Row]) -> Update {
        update_within(Horizon::Usual, rows)
    }

    #[test]
    fn usual_properties_are_stated_and_others_when_something_is_wrong() {
        let unknown = Verdict::Unknown(Reason::Undecidable);
        let update = update(&[
            row("rsc", Verdict::Violated),
            row("bad_states/1", Verdict::Holds),
            row("bad_states/2", unknown),
            row("unspecified-reception", Verdict::Holds),
            row("progress", Verdict::Violated),
            row("orphan-message", unknown),
            row("reception-deadlock", Verdict::Holds),
            row("deadlock", Verdict::Holds),
            row("stuck(p)", Verdict::Holds),
            row("stuck(q)", Verdict::Holds),
            row("unreceived(a)", Verdict::Violated),
            row("bad_states", Verdict::Holds),
        ]);
        insta::assert_snapshot!(update.describe(), @r"
        m.scm
        - //# expect: rsc = holds, stuck(p) = violated, realisable = holds
        + //# expect: rsc = violated, stuck(p) = holds, realisable = holds
        + //# expect: bad_states/1 = holds, bad_states/2 = unknown, unspecified-reception = holds
        + //# expect: progress = violated, orphan-message = unknown, reception-deadlock = holds
        + //# expect: unreceived(a) = violated
        ");
    }

    #[test]
    fn what_a_run_left_open_stays_as_it_is() {
        for reason in [
            Reason::Timeout,
            Reason::Memory,
            Reason::States,
            Reason::Interrupted,
            Reason::Rejected,
            Reason::Crashed,
        ] {
            let open = |property| row(property, Verdict::Unknown(reason));
            let update = update(&[open("rsc"), open("progress"), open("stuck(p)")]);
            assert!(!update.is_change() && update.after.text == MODEL, "{reason:?}");
            let told = update.describe();
            assert_eq!(told, "m.scm: not everything was decided, nothing to update\n");
        }
    }

    #[test]
    fn what_is_open_because_of_a_limit_elsewhere_is_not_stated() {
        let undecided = || row("progress", Verdict::Unknown(Reason::Undecidable));
        let holds = row("stuck(p)", Verdict::Holds);
        let told = "m.scm\n- //# expect: rsc = holds, stuck(p) = violated, realisable = holds\n\
                    + //# expect: rsc = holds, stuck(p) = holds, realisable = holds\n";
        let update = update_within(Horizon::Chosen, &[undecided(), holds.clone()]);
        assert_eq!(update.describe(), told, "the user asked for few configurations");
        let premise = Row { role: Role::Premise, ..row("rsc", Verdict::Unknown(Reason::Timeout)) };
        let update = update_within(Horizon::Usual, &[premise, undecided(), holds]);
        assert_eq!(update.describe(), told, "whether it is RSC was not found out");
        assert!(update_within(Horizon::Usual, &[undecided()]).is_change());
    }

    #[test]
    fn what_this_version_does_not_answer_is_unknown_only_where_it_knows_the_property() {
        let unsupported = |property| row(property, Verdict::Unknown(Reason::Unsupported));
        let update = update(&[unsupported("bad_states/1"), unsupported("realisable")]);
        assert_eq!(update.describe(), "m.scm\n+ //# expect: bad_states/1 = unknown\n");
    }

    #[test]
    fn premises_are_not_stated() {
        let premise = Row { role: Role::Premise, ..row("rsc", Verdict::Violated) };
        let update = update(&[premise, row("stuck(p)", Verdict::Violated)]);
        assert_eq!(update.describe(), "m.scm: up to date\n");
    }

    #[test]
    fn other_readings_are_other_answers() {
        let bag = Row { channels: "bag", ..row("rsc", Verdict::Violated) };
        let update = update(&[row("rsc", Verdict::Holds), bag]);
        assert_eq!(update.describe(), "m.scm\n+ //# expect: rsc[bag] = violated\n");
    }
}
