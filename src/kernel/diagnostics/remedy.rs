//! What can be asked of the program where a text is wrong.

/// What a user may ask of the program instead of changing the text: a diagnostic says what, and the program how it is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Remedy {
    /// To show a page of the documentation, of this name.
    Page(&'static str),
    /// To show which models logs can be held against.
    Models,
    /// To write a text to begin with.
    Template,
    /// To read a protocol as if there were no guards.
    DropGuards,
    /// To read loops so that each round ends before the next begins.
    StrictLoops,
    /// To read a log in a form that is named, whatever it is called.
    NameForm,
    /// To guess rules for a log.
    GuessRules,
    /// To count the records of a log that are left out by their reasons.
    CountReasons,
    /// To leave out the lines of a log that cannot be read.
    SkipBadLines,
    /// To order the records of a log by their times.
    OrderByTime,
    /// To read what this command unpacks.
    Unpack(&'static str),
}
