//! Names inside one function: from a name to its dense id, whether it has been defined yet or not.
//!
//! Oblivious to grammar and types of instructions. Invariant: every id handed out is an index into `locals` or
//! `blocks`. Tables are kept from function to function; a stamp tells which entries are of this one, so a function
//! costs time in proportion to its own length only.

use crate::ast::{BasicBlock, BlockId, Interner, Local, LocalId, Symbol, TypeId};

/// A name in the function's name space.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Named(Symbol),
    Number(u32),
}

#[derive(Clone, Copy, Default)]
struct Entry {
    stamp: u32,
    id: u32,
}

#[derive(Default)]
pub(super) struct Scope {
    stamp: u32,
    named_locals: Vec<Entry>,
    numbered_locals: Vec<Entry>,
    named_blocks: Vec<Entry>,
    numbered_blocks: Vec<Entry>,
    number_symbols: Vec<Option<Symbol>>,
    pub locals: Vec<Local>,
    /// Offset of the first mention, and whether there is a definition; beside `locals`.
    pub local_states: Vec<(usize, bool)>,
    pub blocks: Vec<BasicBlock>,
    /// The same beside `blocks`.
    pub block_states: Vec<(usize, bool)>,
    /// The number the next unnamed value or block gets.
    pub next_number: u32,
    pub blocks_defined: u32,
}

fn entry(table: &mut Vec<Entry>, index: usize) -> &mut Entry {
    if index >= table.len() {
        table.resize(index + 1, Entry::default());
    }
    &mut table[index]
}

impl Scope {
    /// Starts a function.
    pub fn clear(&mut self) {
        self.stamp += 1;
        self.locals.clear();
        self.local_states.clear();
        self.blocks.clear();
        self.block_states.clear();
        self.next_number = 0;
        self.blocks_defined = 0;
    }

    /// The symbol of a number's digits.
    pub fn number_symbol(&mut self, names: &mut Interner, n: u32) -> Symbol {
        let index = n as usize;
        // Larger numbers occur in garbled text only and are not worth a table.
        if index > 1 << 20 {
            return names.intern(&n.to_string());
        }
        if index >= self.number_symbols.len() {
            self.number_symbols.resize(index + 1, None);
        }
        *self.number_symbols[index].get_or_insert_with(|| names.intern(&n.to_string()))
    }

    fn symbol(&mut self, names: &mut Interner, key: Key) -> Symbol {
        match key {
            Key::Named(symbol) => symbol,
            Key::Number(n) => self.number_symbol(names, n),
        }
    }

    /// The id of a local; `ty` becomes its type if this is its first mention.
    pub fn local(&mut self, names: &mut Interner, key: Key, ty: TypeId, offset: usize) -> LocalId {
        let (table, index) = match key {
            Key::Named(s) => (&mut self.named_locals, s.0),
            Key::Number(n) => (&mut self.numbered_locals, n),
        };
        let slot = entry(table, index as usize);
        if slot.stamp == self.stamp {
            return LocalId(slot.id);
        }
        *slot = Entry { stamp: self.stamp, id: self.locals.len() as u32 };
        let id = LocalId(slot.id);
        let name = self.symbol(names, key);
        self.locals.push(Local { name, ty, numbered: matches!(key, Key::Number(_)) });
        self.local_states.push((offset, false));
        id
    }

    /// Defines a local; false if it was defined already.
    pub fn define_local(&mut self, id: LocalId, ty: TypeId) -> bool {
        let i = id.0 as usize;
        self.locals[i].ty = ty;
        !std::mem::replace(&mut self.local_states[i].1, true)
    }

    /// The id of a block.
    pub fn block(&mut self, names: &mut Interner, key: Key, offset: usize) -> BlockId {
        let (table, index) = match key {
            Key::Named(s) => (&mut self.named_blocks, s.0),
            Key::Number(n) => (&mut self.numbered_blocks, n),
        };
        let slot = entry(table, index as usize);
        if slot.stamp == self.stamp {
            return BlockId(slot.id);
        }
        *slot = Entry { stamp: self.stamp, id: self.blocks.len() as u32 };
        let id = BlockId(slot.id);
        let name = self.symbol(names, key);
        self.blocks.push(BasicBlock { name, order: 0, line: 0, instructions: Vec::new() });
        self.block_states.push((offset, false));
        id
    }

    /// Defines a block; false if it was defined already.
    pub fn define_block(&mut self, id: BlockId, line: u32) -> bool {
        let i = id.0 as usize;
        self.blocks[i].line = line;
        self.blocks[i].order = self.blocks_defined;
        self.blocks_defined += 1;
        !std::mem::replace(&mut self.block_states[i].1, true)
    }
}
