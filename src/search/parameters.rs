//! Every number the search can be tuned by, each declared once.

/// Attacking moves of the search for a win by fours at the root.
pub(super) const ROOT_VCF_BUDGET: u32 = 50_000;
/// The same when the move must come at once.
pub(super) const INSTANT_VCF_BUDGET: u32 = 1_000;
/// The same under a limit of nodes: as many as nodes, but no fewer than this.
pub(super) const MIN_VCF_BUDGET: u32 = 200;
/// Remembered positions without a win by fours: two to this power, 8 bytes each.
pub(super) const VCF_TABLE_BITS: u32 = 16;

/// A number that the search can be tuned by. Numbers with fractions are stored as whole hundredths or sixteenths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What the search takes if nobody says otherwise.
    pub default: i32,
    /// Smallest value.
    pub min: i32,
    /// Largest value.
    pub max: i32,
    /// A change whose effect games can show: the last perturbation of SPSA.
    pub step: i32,
    /// What it is, with its unit.
    pub doc: &'static str,
}

impl Parameter {
    /// The parameter with this name.
    ///
    /// # Examples
    /// ```
    /// use rustgomo::search::{Parameter, Parameters};
    ///
    /// let mut parameters = Parameters::default();
    /// let parameter = Parameter::find("aspiration").ok_or("no such parameter")?;
    /// parameters.set(parameter, i64::MAX);
    /// assert_eq!(parameters.get("aspiration"), Some(parameter.max));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn find(name: &str) -> Option<&'static Self> {
        PARAMETERS.iter().find(|parameter| parameter.name == name)
    }

    /// The allowed value nearest to a number.
    pub fn nearest(&self, value: i64) -> i32 {
        value.clamp(self.min.into(), self.max.into()) as i32
    }
}

/// Makes the struct, its defaults, the table and the access by name of one list.
macro_rules! parameters {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal in $min:literal..=$max:literal, step $step:literal;)+) => {
        /// The tunable numbers of a search; the defaults are those that the engine plays with.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[doc = $doc])+ pub(super) $name: i32,)+
        }

        impl Default for Parameters {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        /// All tunable numbers, in the order of their declaration.
        pub static PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
            step: $step,
            doc: concat!($($doc),+).trim_ascii(),
        },)+];

        impl Parameters {
            /// The value of a parameter, by its name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            /// Gives a parameter the allowed value nearest to a number.
            pub fn set(&mut self, parameter: &Parameter, value: i64) {
                let value = parameter.nearest(value);
                match parameter.name {
                    $(stringify!($name) => self.$name = value,)+
                    _ => {}
                }
            }
        }
    };
}

parameters! {
    /// First half-width of the aspiration window, centi-units.
    aspiration = 40 in 5..=500, step 8;
    /// First iteration with an aspiration window, plies.
    aspiration_depth = 1 in 0..=20, step 1;

    /// Depth up to which a node far above beta is cut without a search, plies.
    futility_depth = 6 in 0..=20, step 1;
    /// Centi-units above beta that each ply of depth asks for.
    futility_margin = 92 in 10..=300, step 10;
    /// Depth up to which a node far below alpha is left to the win by fours and the static evaluation, plies.
    razor_depth = 5 in 0..=8, step 1;
    /// Centi-units below alpha for razoring, for each ply of depth.
    razor_margin = 225 in 20..=600, step 20;

    /// Depth that a node gains where an open four must be stopped, hundredths of a ply.
    defence_extension = 69 in 0..=100, step 10;

    /// Depth up to which late moves are left out, plies.
    move_count_depth = 6 in 0..=16, step 1;
    /// Moves that are always searched, hundredths.
    move_count_base = 332 in 0..=2000, step 60;
    /// Growth of that number with depth: the exponent, hundredths.
    move_count_exponent = 128 in 50..=300, step 10;
    /// Late-move reduction for `ln(depth) * ln(moves)`, hundredths of a ply.
    reduction_slope = 116 in 0..=300, step 10;
    /// Points of order behind the best move that give one ply of reduction.
    reduction_gap = 320 in 20..=100_000, step 40;
    /// Most reduction for the order, hundredths of a ply.
    reduction_gap_most = 300 in 0..=1000, step 40;
    /// More reduction where a cut is expected, hundredths of a ply.
    reduction_cut = 50 in 0..=300, step 15;
    /// Less reduction on the principal variation, hundredths of a ply.
    reduction_pv = 100 in 0..=300, step 15;
    /// Less reduction where a principal variation once went, hundredths of a ply.
    reduction_was_pv = 30 in 0..=300, step 15;
    /// More reduction where the evaluation gets worse, hundredths of a ply.
    reduction_worsening = 20 in 0..=300, step 15;
    /// Less reduction of moves that make or stop fours and threes, hundredths of a ply.
    reduction_tactical = 90 in 0..=300, step 15;
    /// History that takes or gives one ply of reduction, up to 16384.
    reduction_history = 3338 in 512..=65536, step 500;

    /// Points of order for one step of the policy's logit; 0 leaves the order to patterns.
    order_policy = 93 in 0..=1000, step 10;
    /// Depth from which the policy orders moves, plies; below it patterns do.
    policy_depth = 2 in 0..=20, step 1;
    /// Share of the opponent's worth of a square in the order of moves, sixteenths.
    order_defence = 13 in 0..=32, step 1;
    /// History that weighs as much as one point of pattern worth in the order of moves.
    order_history = 25 in 8..=1000, step 12;
    /// Points of pattern worth for the reply that refuted the last move before.
    order_counter = 35 in 0..=500, step 6;

    /// Attacking moves of the search for a win by fours at an ordinary node.
    vcf_node = 50 in 1..=2000, step 15;
    /// The same at a leaf.
    vcf_leaf = 9 in 1..=2000, step 8;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_found_by_name_and_stays_in_its_range() {
        for parameter in PARAMETERS {
            let Parameter { name, default, min, max, step, doc } = *parameter;
            assert!(min <= default && default < max && (1..=(max - min) / 4).contains(&step), "{name}");
            assert!(doc.ends_with('.') && !doc.starts_with(' '), "{name}: {doc:?}");
            assert_eq!(name, name.to_ascii_lowercase(), "keys of INFO are read in lower case");
            assert_eq!(Parameter::find(name), Some(parameter));
            let mut parameters = Parameters::default();
            assert_eq!(parameters.get(name), Some(default));
            for (value, expected) in [(i64::MIN, min), (i64::MAX, max), ((default + 1).into(), default + 1)] {
                parameters.set(parameter, value);
                assert_eq!(parameters.get(name), Some(expected), "{name}");
            }
            let others = PARAMETERS.iter().filter(|other| other.name != name);
            assert!(others.clone().all(|other| parameters.get(other.name) == Some(other.default)), "{name}");
            assert_eq!(others.count() + 1, PARAMETERS.len(), "{name} stands twice");
        }
        assert_eq!((Parameter::find("no_such_thing"), Parameters::default().get("")), (None, None));
    }
}
