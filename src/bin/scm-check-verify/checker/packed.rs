//! States packed into words, and how they are written.
//!
//! A state of a large system has many numbers of a few bits each; packed, most take one or two words, and their
//! texts are read in one pass. That is what makes reading a certificate about as fast as finding it.

/// Some bits of one word of a state, which hold a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Field {
    word: usize,
    shift: usize,
    mask: u64,
}

impl Field {
    /// Returns what the field holds.
    pub(super) fn get(self, state: &[u64]) -> usize {
        ((state[self.word] >> self.shift) & self.mask) as usize
    }

    /// Writes a number that the field was made for.
    pub(super) fn set(self, state: &mut [u64], number: usize) {
        let word = &mut state[self.word];
        *word = (*word & !(self.mask << self.shift)) | ((number as u64) << self.shift);
    }
}

/// A name in the text of a state, and the number in a field that it stands for.
pub(super) type Name = (String, Field, usize);

/// A node of the automaton that reads texts: the next node for each byte, and the name that ends here.
#[derive(Clone, Copy)]
struct Node {
    next: [u32; 128],
    name: Option<(Field, usize)>,
}

/// How states are packed and written.
///
/// Texts have parts with a `|` between them. They are read by a deterministic automaton: from node 0 nothing leads
/// on, and node 1 is the start.
pub(super) struct Notation {
    /// The number of bits that the fields take.
    bits: usize,
    nodes: Vec<Node>,
    /// The node where the next part begins.
    end: usize,
    /// The parts: what stands between names, and the names in the order in which they are written.
    pub(super) parts: Vec<(char, Vec<Name>)>,
}

impl Notation {
    /// Returns the notation without fields and parts.
    pub(super) fn new() -> Self {
        let nodes = vec![Node { next: [0; 128], name: None }; 2];
        Self { bits: 0, nodes, end: 1, parts: Vec::new() }
    }

    /// Returns a new field that holds which of these names is meant, the first of them by the number `first`.
    pub(super) fn field(
        &mut self,
        first: usize,
        names: impl Iterator<Item = String>,
    ) -> (Field, Vec<Name>) {
        let names: Vec<String> = names.collect();
        let bits = (usize::BITS - (first + names.len()).leading_zeros()) as usize;
        if self.bits % 64 + bits > 64 {
            self.bits = self.bits.next_multiple_of(64);
        }
        let field = Field { word: self.bits / 64, shift: self.bits % 64, mask: (1 << bits) - 1 };
        self.bits += bits;
        (field, (first..).zip(names).map(|(number, name)| (name, field, number)).collect())
    }

    /// Returns how many words a state takes.
    pub(super) fn words(&self) -> usize {
        self.bits.div_ceil(64).max(1)
    }

    /// Adds a part with one name from each of these columns, in their order.
    pub(super) fn row(&mut self, separator: char, columns: Vec<Vec<Name>>) {
        let mut root = self.end;
        self.end = self.node();
        for (i, column) in columns.iter().enumerate() {
            let is_last = i + 1 == columns.len();
            let after = if is_last { (b'|', self.end) } else { (separator as u8, self.node()) };
            for name in column {
                self.name(root, name, &[after]);
            }
            root = after.1;
        }
        if columns.is_empty() {
            self.nodes[root].next[usize::from(b'|')] = self.end as u32;
        }
        self.parts.push((separator, columns.into_iter().flatten().collect()));
    }

    /// Adds a part with any of these names, in any order.
    pub(super) fn set(&mut self, names: Vec<Name>) {
        let (root, again, end) = (self.end, self.node(), self.node());
        for name in &names {
            self.name(again, name, &[(b',', again), (b'|', end)]);
        }
        self.nodes[root] = self.nodes[again];
        self.nodes[root].next[usize::from(b'|')] = end as u32;
        self.end = end;
        self.parts.push((',', names));
    }

    /// Adds a name behind a node, and where the bytes after it lead.
    fn name(&mut self, root: usize, (text, field, number): &Name, after: &[(u8, usize)]) {
        let mut node = root;
        for byte in text.bytes().map(usize::from) {
            if self.nodes[node].next[byte] == 0 {
                let new = self.node();
                self.nodes[node].next[byte] = new as u32;
            }
            node = self.nodes[node].next[byte] as usize;
        }
        self.nodes[node].name = Some((*field, *number));
        for (byte, to) in after {
            self.nodes[node].next[usize::from(*byte)] = *to as u32;
        }
    }

    fn node(&mut self) -> usize {
        self.nodes.push(self.nodes[0]);
        self.nodes.len() - 1
    }

    /// Writes into a state of zeros what a text stands for, and returns how many parts it has; nothing if it is
    /// not the text of a state, or has a name twice in its second part.
    pub(super) fn read(&self, text: &str, state: &mut [u64]) -> Option<usize> {
        let (mut node, mut parts) = (1, 0);
        for at in 0..=text.len() {
            let byte = text.as_bytes().get(at).copied().unwrap_or(b'|');
            let Node { next, name } = &self.nodes[node];
            if let (Some((field, number)), b'.' | b',' | b'|') = (name, byte) {
                if parts == 1 && field.get(state) > 0 {
                    return None;
                }
                field.set(state, *number);
            }
            node = *next.get(usize::from(byte))? as usize;
            parts += usize::from(byte == b'|');
        }
        (node > 0).then_some(parts)
    }

    /// Returns the text of a state, up to so many parts.
    pub(super) fn text(&self, state: &[u64], parts: usize) -> String {
        let part = |(separator, names): &(char, Vec<Name>)| {
            let names = names.iter().filter(|(_, field, number)| field.get(state) == *number);
            names.map(|name| name.0.as_str()).collect::<Vec<_>>().join(&separator.to_string())
        };
        self.parts.iter().take(parts).map(part).collect::<Vec<_>>().join("|")
    }
}
