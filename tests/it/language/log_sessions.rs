//! Logs read as sessions, and the sessions in a short form.

use std::fmt::Write as _;

use scm_check::internals::kernel::base::Id as _;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::read_signature;
use scm_check::internals::language::log::{
    Elements, Finding, Form, Gathering, LogReader, Session, Sessions,
};
use scm_check::internals::model::trace::{
    Action, DistributedAlphabet, Letter, Letters, LocationId,
};

/// Returns the alphabet of all actions of `a`, `b`, `l` and `k` with `m` and `n`, and of `{k?m,l!m}`; `l` and `k`
/// are at one location.
pub(crate) fn actions() -> DistributedAlphabet {
    let names = Source::new("n.hsf", "@message{ m; n } @lifeline{ a; b; l; k }");
    let signature = read_signature(&names).model.unwrap();
    let mut letters = Vec::new();
    for lifeline in signature.lifelines().ids() {
        for message in signature.messages().ids() {
            letters.push(Letter::from_action(Action::send(lifeline, message)));
            letters.push(Letter::from_action(Action::receive(lifeline, message)));
        }
    }
    let [l, k] = ["l", "k"].map(|name| signature.lifeline(name).unwrap());
    let m = signature.message("m").unwrap();
    letters.extend(Letter::new([Action::send(l, m), Action::receive(k, m)]));
    DistributedAlphabet::of_letters(&Letters::new(letters), &signature, &[vec![l, k]]).unwrap()
}

/// Reads a log with one session gatherer, and returns its sessions and the reader.
pub(crate) fn read(
    form: Form,
    (alphabet, elements): (DistributedAlphabet, Elements),
    gathering: Gathering,
    log: &[u8],
) -> (Vec<Session>, LogReader) {
    let mut sessions = Sessions::new(alphabet, elements, gathering);
    let mut reader = LogReader::new("x.log", 0, form).sampling(20);
    let mut closed = Vec::new();
    reader.feed(log, &mut sessions);
    reader.finish(&mut sessions);
    sessions.finish();
    closed.extend(std::iter::from_fn(|| sessions.next_closed()));
    (closed, reader)
}

/// Returns a session as `17: l,k: l!m.{k?m,l!m} a: b:`; what is unknown stands in angle brackets.
pub(crate) fn shown(session: &Session, alphabet: &DistributedAlphabet) -> String {
    let mut text = format!("{}:", session.key);
    for (index, trace) in session.traces.iter().enumerate() {
        let id = LocationId::from_index(index);
        let location = &alphabet.locations()[id];
        if trace.is_empty() {
            continue;
        }
        let letters = trace.iter().enumerate().map(|(position, &letter)| {
            let unknown = || {
                let mut all = session.unknown.iter();
                let found = all.find(|one| one.location == id && one.position == position);
                format!("<{}>", found.unwrap().text)
            };
            location.text(letter).map_or_else(unknown, str::to_owned)
        });
        let _ = write!(text, " {}: {}", location.name(), letters.collect::<Vec<_>>().join("."));
    }
    text
}

/// Returns the codes of what is wrong with a log, with lines and columns.
pub(crate) fn codes(reader: &LogReader) -> Vec<String> {
    let findings = reader.findings().kept().iter();
    let code = |finding: &Finding| {
        let place = finding.source.line_column(finding.diagnostic.primary.span.start());
        format!("{} {}:{}", finding.diagnostic.code.name, place.line, place.column)
    };
    findings.map(code).collect()
}
