//! Printing an interaction.

use std::fmt::Write as _;

use super::format::laid_out;
use super::lexer::is_name;
use crate::scm::{NameRules, legal_names};
use kernel::base::{Id, IndexVec};
use model::interaction::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, Target,
};
use model::trace::{Action, GateId, INTERNAL, LifelineId, Signature, SignatureMessageId};

/// Returns the signature and the term of an interaction as texts in the standard layout.
///
/// Reading them again gives the interaction, if its parts are in the order of the text and each is an operand
/// once; but a coregion without lifelines is written `seq`, and `sync` without actions `par`, which mean
/// the same. Names that the language cannot write are changed: see [`changed_names`]. The signature is empty
/// if the interaction declares no names.
///
/// ```
/// use kernel::source::Source;
/// use language::interaction::{print, read};
///
/// let text = "@lifeline{ l; k } @message{ ping } loopS(l--ping->k)";
/// let model = read(&Source::new("ping.hsf", text), None).model.expect("the text is right");
/// let (signature, term) = print(&model.interaction);
/// assert_eq!(signature, "@message{ping}\n@lifeline{l; k}\n");
/// assert_eq!(term, "loopS(l -- ping -> k)\n");
/// ```
///
/// # Complexity
/// Linear in the text. A part that is an operand several times is written as often.
pub fn print(interaction: &Interaction) -> (String, String) {
    let names = PrintedNames::new(&interaction.signature);
    (laid_out(names.sections()), laid_out(term(interaction, &names)))
}

/// Returns the lifelines, messages and gates that [`print()`] renames, each with its name in the
/// text.
///
/// Each character other than letters, digits and underscores becomes an underscore; a name that then does
/// not begin with a letter is prefixed with `x_`; and a number is appended to a name that is taken, for a gate also
/// by a lifeline.
///
/// # Complexity
/// Linear in the names.
pub fn changed_names(signature: &Signature) -> Vec<(String, String)> {
    let names = PrintedNames::new(signature);
    let lifelines = signature.lifelines().iter().zip(&names.lifelines);
    let messages = signature.messages().iter().zip(&names.messages);
    let gates = signature.gates().iter().zip(&names.gates);
    lifelines
        .chain(messages)
        .chain(gates)
        .filter(|(name, printed)| name != printed)
        .map(|(name, printed)| (name.clone(), printed.clone()))
        .collect()
}

/// Names as they are printed.
pub(crate) struct PrintedNames {
    lifelines: IndexVec<LifelineId, String>,
    messages: IndexVec<SignatureMessageId, String>,
    gates: IndexVec<GateId, String>,
}

impl PrintedNames {
    pub(crate) fn new(signature: &Signature) -> Self {
        let lifelines = legal(signature.lifelines(), std::iter::empty());
        let gates = legal(signature.gates(), lifelines.iter());
        Self { messages: legal_messages(signature), gates, lifelines }
    }

    pub(crate) fn lifeline(&self, lifeline: LifelineId) -> &str {
        &self.lifelines[lifeline]
    }

    pub(crate) fn message(&self, message: SignatureMessageId) -> &str {
        &self.messages[message]
    }

    pub(crate) fn action(&self, action: Action) -> String {
        let sign = action.direction.sign();
        format!("{}{sign}{}", self.lifelines[action.lifeline], self.messages[action.message])
    }

    fn sections(&self) -> String {
        let is_message = |name: &&String| !name.starts_with(INTERNAL);
        let messages: Vec<&String> = self.messages.iter().filter(is_message).collect();
        let names = [messages, self.lifelines.iter().collect(), self.gates.iter().collect()];
        let mut text = String::new();
        for (section, names) in ["message", "lifeline", "gate"].into_iter().zip(names) {
            if !names.is_empty() {
                let names: Vec<&str> = names.into_iter().map(String::as_str).collect();
                let _ = writeln!(text, "@{section}{{{}}}", names.join(";"));
            }
        }
        text
    }

    fn passing(&self, passing: &Passing) -> String {
        let mut text = match passing.origin {
            Origin::Environment => String::new(),
            Origin::Gate(gate) => format!("{}--", self.gates[gate]),
            Origin::Lifeline(lifeline) => format!("{}--", self.lifelines[lifeline]),
        };
        if passing.synchronous {
            text.push_str("<synch>");
        }
        text.push_str(&self.messages[passing.message]);
        text.push_str("->");
        let target = |target: &Target| match *target {
            Target::Gate(gate) => Some(self.gates[gate].as_str()),
            Target::Lifeline(lifeline) => Some(self.lifelines[lifeline].as_str()),
            Target::Lost(_) | Target::Unshown(_) => None,
        };
        let targets: Vec<&str> = passing.targets.iter().filter_map(target).collect();
        match *targets {
            [] => text.push('|'),
            [only] => text.push_str(only),
            _ => _ = write!(text, "({})", targets.join(",")),
        }
        text
    }

    /// Returns an operator up to its opening parenthesis.
    fn operator(&self, operator: &Operator) -> String {
        match operator {
            Operator::Strict => "strict(".to_owned(),
            Operator::Par => "par(".to_owned(),
            Operator::Alt => "alt(".to_owned(),
            Operator::Seq => "seq(".to_owned(),
            Operator::Coreg(lifelines) if lifelines.is_empty() => "seq(".to_owned(),
            Operator::Sync(actions) if actions.is_empty() => "par(".to_owned(),
            Operator::Coreg(lifelines) => {
                let names = lifelines.iter().map(|&lifeline| self.lifeline(lifeline));
                format!("coreg({})(", names.collect::<Vec<_>>().join(","))
            }
            Operator::Sync(actions) => {
                let names: Vec<String> = actions.iter().map(|&one| self.action(one)).collect();
                match &*names {
                    [only] => format!("sync({only})("),
                    _ => format!("sync{{{}}}(", names.join(",")),
                }
            }
        }
    }
}

/// A pending step of the printer.
enum TermTask {
    Part(ExpressionId),
    Sign(char),
}

fn term(interaction: &Interaction, names: &PrintedNames) -> String {
    let mut text = String::new();
    let mut tasks = vec![TermTask::Part(interaction.root)];
    while let Some(task) = tasks.pop() {
        let part = match task {
            TermTask::Sign(sign) => {
                text.push(sign);
                continue;
            }
            TermTask::Part(part) => &interaction.parts[part],
        };
        match part {
            Expression::Empty => text.push('o'),
            Expression::Passing(passing) => text.push_str(&names.passing(passing)),
            Expression::Compound(operator, _) => text.push_str(&names.operator(operator)),
            Expression::Optional(_) => text.push_str("opt("),
            Expression::Loop(kind, _) => _ = write!(text, "{}(", word(*kind)),
        }
        for (number, &operand) in part.operands().iter().enumerate().rev() {
            let is_last = number + 1 == part.operands().len();
            tasks.push(TermTask::Sign(if is_last { ')' } else { ',' }));
            tasks.push(TermTask::Part(operand));
        }
    }
    text
}

/// Returns the word for a loop.
pub(super) fn word(kind: Repetition) -> &'static str {
    match kind {
        Repetition::Strict => "loopS",
        Repetition::Head => "loopH",
        Repetition::Weak => "loopW",
        Repetition::Parallel => "loopP",
    }
}

/// Returns names for the messages, those of internal steps with the sign of these.
fn legal_messages(signature: &Signature) -> IndexVec<SignatureMessageId, String> {
    let step = |name: &String| name.strip_prefix(INTERNAL).map(str::to_owned);
    let named = |is_wanted: fn(&String) -> bool| {
        let names = signature.messages().iter().filter(move |&name| is_wanted(name));
        let plain: IndexVec<SignatureMessageId, String> =
            names.map(|name| step(name).unwrap_or_else(|| name.clone())).collect();
        legal(&plain, std::iter::empty()).iter().cloned().collect::<Vec<String>>().into_iter()
    };
    let mut steps = named(|name| name.starts_with(INTERNAL));
    let mut messages = named(|name| !name.starts_with(INTERNAL));
    let one = |name: &String| match step(name) {
        Some(_) => steps.next().map(|step| format!("{INTERNAL}{step}")),
        None => messages.next(),
    };
    signature.messages().iter().filter_map(one).collect()
}

/// Returns names of the language, pairwise different, and none of them `taken`: valid names are
/// unchanged.
fn legal<'a, I: Id>(
    names: &'a IndexVec<I, String>,
    taken: impl Iterator<Item = &'a String> + Clone,
) -> IndexVec<I, String> {
    let rules = NameRules { is_name, is_letter: char::is_alphanumeric, first_number: 2 };
    legal_names(names.iter().map(String::as_str), taken.map(String::as_str), rules).collect()
}
