//! The tree of a text, with places.

use kernel::source::Span;
use model::component::{Binary, Unary};

/// A name.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Span,
}

/// Names with dots between.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// At least one.
    pub(super) names: Vec<Name>,
    pub(super) span: Span,
}

impl Path {
    /// Returns the names.
    pub(super) fn words(&self) -> Vec<&str> {
        self.names.iter().map(|name| name.text.as_str()).collect()
    }

    /// Returns the text without blanks.
    pub(super) fn text(&self) -> String {
        self.words().join(".")
    }

    /// Returns the text before the last name, and the last name.
    pub(super) fn split_last(&self) -> (String, &Name) {
        let mut front = self.words();
        front.pop();
        (front.join("."), self.names.last().expect("a path has names"))
    }

    /// Returns the path as one name.
    pub(super) fn to_name(&self) -> Name {
        Name { text: self.text(), span: self.span }
    }
}

/// A file.
#[derive(Debug, Default)]
pub(super) struct Package {
    pub(super) name: Option<Path>,
    pub(super) uses: Vec<Path>,
    pub(super) constants: Vec<Constant>,
    pub(super) functions: Vec<Function>,
    pub(super) port_types: Vec<PortType>,
    pub(super) atoms: Vec<AtomType>,
    pub(super) connectors: Vec<ConnectorType>,
    pub(super) compounds: Vec<CompoundType>,
}

/// `const data int n = 3`.
#[derive(Debug)]
pub(super) struct Constant {
    pub(super) kind: Path,
    pub(super) name: Name,
    pub(super) value: Expression,
}

/// `extern function int f(int, float)`.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) result: Option<Path>,
    pub(super) name: Name,
    pub(super) operands: Vec<Path>,
}

/// A type with a name: of a parameter.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) kind: Path,
    pub(super) name: Name,
}

#[derive(Debug)]
pub(super) struct PortType {
    pub(super) name: Name,
    pub(super) data: Vec<Parameter>,
}

/// An atom, connector or compound type up to its parts.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) name: Name,
    pub(super) parameters: Vec<Parameter>,
}

/// An atom, connector or compound type.
#[derive(Debug)]
pub(super) struct TypeOf<Part> {
    pub(super) head: Head,
    pub(super) parts: Vec<Part>,
}

pub(super) type AtomType = TypeOf<AtomPart>;
pub(super) type ConnectorType = TypeOf<ConnectorPart>;
pub(super) type CompoundType = TypeOf<CompoundPart>;

#[derive(Debug)]
pub(super) enum AtomPart {
    Data(Data),
    Ports {
        is_exported: bool,
        kind: Path,
        ports: Vec<Port>,
    },
    Places(Vec<Name>),
    Initial {
        span: Span,
        to: Name,
        action: Vec<Statement>,
    },
    Transition(Transition),
    Priority(AtomPriority),
    /// A part with a syntax error.
    Lost,
}

/// `export data int x = 0, y`.
#[derive(Debug)]
pub(super) struct Data {
    /// The place of the first word.
    pub(super) start: usize,
    pub(super) is_exported: bool,
    pub(super) kind: Path,
    pub(super) variables: Vec<(Name, Option<Expression>)>,
}

#[derive(Debug)]
pub(super) struct Port {
    pub(super) name: Name,
    pub(super) variables: Vec<Name>,
}

#[derive(Debug)]
pub(super) struct Transition {
    pub(super) span: Span,
    /// `None` for an internal transition.
    pub(super) port: Option<Name>,
    pub(super) from: Name,
    pub(super) to: Name,
    pub(super) guard: Option<Expression>,
    pub(super) action: Vec<Statement>,
}

#[derive(Debug)]
pub(super) struct AtomPriority {
    pub(super) span: Span,
    pub(super) name: Name,
    /// `None` for `*`.
    pub(super) lower: Option<Name>,
    pub(super) higher: Option<Name>,
    pub(super) guard: Option<Expression>,
}

#[derive(Debug)]
pub(super) enum ConnectorPart {
    Data(Data),
    /// The place, and the ports with whether they are triggers.
    Define(Span, Vec<(Name, bool)>),
    On(Interaction),
    Lost,
}

#[derive(Debug)]
pub(super) struct Interaction {
    pub(super) span: Span,
    pub(super) ports: Vec<Name>,
    pub(super) guard: Option<Expression>,
    pub(super) up: Vec<Statement>,
    pub(super) down: Vec<Statement>,
}

#[derive(Debug)]
pub(super) enum CompoundPart {
    Components { kind: Path, instances: Vec<(Path, Vec<Expression>)> },
    Connectors { kind: Path, instances: Vec<(Path, Vec<Path>)> },
    Priority(Priority),
    ExportPort(Path, Name),
    ExportData(Path, Name),
    Lost,
}

#[derive(Debug)]
pub(super) struct Priority {
    pub(super) span: Span,
    pub(super) name: Path,
    pub(super) lower: Side,
    pub(super) higher: Side,
    pub(super) guard: Option<Expression>,
}

#[derive(Debug)]
pub(super) enum Side {
    /// `*:*`.
    All,
    /// `c:*`.
    Connector(Path),
    /// `c:w.p,g.q`.
    Interaction(Path, Vec<Path>),
}

#[derive(Debug)]
pub(super) enum Statement {
    Assign(Path, Expression),
    Call(Path, Vec<Expression>),
    If(Expression, Vec<Self>, Vec<Self>),
}

#[derive(Debug)]
pub(super) struct Expression {
    pub(super) span: Span,
    /// The number of operators and calls around each other.
    pub(super) depth: usize,
    pub(super) node: Node,
}

#[derive(Debug)]
pub(super) enum Node {
    Integer,
    Decimal,
    Text,
    Truth(bool),
    Path(Path),
    Call(Path, Vec<Expression>),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<[Expression; 2]>),
    Conditional(Box<[Expression; 3]>),
    /// An expression that is nested too deeply, which was reported.
    Lost,
}
