//! The rules of the game.

/// What wins, and what black may not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five in a row win; six are nothing.
    Standard,
    /// Black wins with exactly five and may not make an overline, a double four or a double three; white wins with
    /// five or more and may play anything.
    Renju,
    /// Five in a row win unless opposing stones stand at both ends; six or more always win (Gomocup's rule 8).
    Caro,
    /// Exactly five in a row win unless opposing stones stand at both ends (Gomocup's rule 9).
    ExactCaro,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 5] = [Self::Freestyle, Self::Standard, Self::Renju, Self::Caro, Self::ExactCaro];

    /// The name in lower case, as command lines take it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::Caro => "caro",
            Self::ExactCaro => "exact-caro",
        }
    }

    /// Whether a row can be spoilt by opposing stones at both ends, so that an opposing stone and the edge differ.
    pub const fn counts_closed_ends(self) -> bool {
        matches!(self, Self::Caro | Self::ExactCaro)
    }

    /// Number of the rule, `0..5`, in the order of [`Rule::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}
