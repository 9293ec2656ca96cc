//! Bringing the answers that models state up to date.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::family::{Family, LINEAR};
use super::input::{Input, printable};
use super::models::Loaded;
use super::output::Failure;
use crate::kernel::report::{Expected, Role, Row};
use crate::language::scm::{self, Expectation, LineChange, Restated, restate};

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
    pub(crate) fn of(loaded: &Loaded, model: &scm::Model, rows: &[Row]) -> Option<Self> {
        let source = loaded.source.as_ref()?;
        let rows = || rows.iter().filter(|row| row.role == Role::Answer);
        let answers: Vec<Expectation> =
            rows().filter_map(answer).filter(|answer| is_kept(answer, model)).collect();
        Some(Self {
            name: loaded.name.clone(),
            before: source.text().to_owned(),
            after: restate(source, model, &answers),
            open: rows().filter(|row| row.verdict.settled().is_none()).count(),
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

/// Returns the answer of a result as a model states it, if it is one that lasts.
fn answer(row: &Row) -> Option<Expectation> {
    let variant = match row.channels {
        "as written" => Vec::new(),
        kind => vec![kind.to_owned()],
    };
    Some(Expectation { property: row.property.clone()?, variant, verdict: row.verdict.settled()? })
}

/// Tells whether an answer is worth stating: it is stated already, or about a property that every
/// model states, or says of another one that something is wrong.
fn is_kept(answer: &Expectation, model: &scm::Model) -> bool {
    let Expectation { property, variant, verdict } = answer;
    let same = |other: &Expectation| other.property == *property && other.variant == *variant;
    if model.expectations.iter().any(same) {
        return true;
    }
    match Family::of(property) {
        Some(Family::Membership) => true,
        // Without a number it is the question of a model that has no bad states.
        Some(Family::BadStates) => property != Family::BadStates.name(),
        Some(Family::Safety) => LINEAR.contains(&&**property) || *verdict != Expected::Holds,
        None => false,
    }
}

/// Puts `after` into the place of a file that holds `before`.
fn replace(path: &Path, before: &[u8], after: &[u8]) -> io::Result<()> {
    // A link stays one: what it leads to is replaced.
    let path = path.canonicalize()?;
    let file = fs::metadata(&path)?;
    if !file.is_file() {
        return Err(io::Error::other("not a file that can be replaced"));
    }
    if file.permissions().readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    // The same for those who may write what the permissions forbid to others.
    OpenOptions::new().write(true).open(&path)?;
    if fs::read(&path)? != before {
        return Err(io::Error::other("it has changed since it was checked"));
    }
    let draft = draft_of(&path);
    let written = write_draft(&draft, after, file.permissions());
    written.and_then(|()| fs::rename(&draft, &path)).inspect_err(|_| {
        // What is left of it is of no use to anybody.
        let _ = fs::remove_file(&draft);
    })
}

/// Returns the path of a file beside `path`, hidden, so that nobody takes it for a model.
fn draft_of(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}", std::process::id()));
    path.with_file_name(name)
}

fn write_draft(path: &Path, text: &[u8], permissions: Permissions) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(text)?;
    file.set_permissions(permissions)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Colour;
    use crate::cli::input::{Naming, expand};
    use crate::cli::models::{Manner, load};
    use crate::kernel::diagnostics::Severity;
    use crate::kernel::report::{Reason, Verdict};

    const MODEL: &str = "\
//# expect: rsc = holds, stuck(p) = violated, realisable = holds
scm m : nb_channels = 1 ; parameters : int a ;
automaton p : initial : 0 state 0 : to 0 : when true , 0 ! a ;
automaton q : initial : 0 state 0 : to 0 : when true , 0 ? a ;
";

    fn row(property: &str, verdict: Verdict) -> Row {
        Row { property: Some(property.into()), verdict, ..Row::unreadable("m.scm", "") }
    }

    fn update(rows: &[Row]) -> Update {
        let input = expand(&["m.scm".into()]).remove(0);
        let manner =
            Manner { naming: Naming::Path, colour: Colour::Never, mildest: Severity::Error };
        let loaded = load(&input, Ok(MODEL.into()), manner);
        let model = loaded.model.as_ref().expect("it can be read");
        Update::of(&loaded, model, rows).expect("it has a text")
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
            Reason::Unsupported,
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
