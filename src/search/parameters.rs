//! All tunable parameters of the search, each declared once, and fixed budgets of VCF.

/// VCF budget at the root, in attacking moves.
pub(super) const ROOT_VCF_BUDGET: u32 = 50_000;
/// VCF budget at the root when the move is needed at once.
pub(super) const INSTANT_VCF_BUDGET: u32 = 1_000;
/// Lower bound of the VCF budget at the root under a node limit, which otherwise is the limit.
pub(super) const MIN_VCF_BUDGET: u32 = 200;
/// Base-two logarithm of the slots of a VCF table, 8 bytes each.
pub(super) const VCF_TABLE_BITS: u32 = 16;

/// A tunable parameter. Fractions are stored as whole hundredths or sixteenths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Default value.
    pub default: i32,
    /// Smallest value.
    pub min: i32,
    /// Largest value.
    pub max: i32,
    /// A change that matches can measure: the final perturbation of SPSA.
    pub step: i32,
    /// Description with unit.
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

/// Generates the struct, its defaults, the table and the access by name from one list.
macro_rules! parameters {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal in $min:literal..=$max:literal, step $step:literal;)+) => {
        /// Values of the tunable parameters; the default is what the engine plays with.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[doc = $doc])+ pub(super) $name: i32,)+
        }

        impl Default for Parameters {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        /// All tunable parameters in order of declaration.
        pub static PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
            step: $step,
            doc: concat!($($doc),+).trim_ascii(),
        },)+];

        impl Parameters {
            /// The value of the parameter with this name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            /// Sets a parameter to the allowed value nearest to `value`.
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

    /// Smallest depth of a cut node at which the table is asked about the positions behind its moves, plies.
    transposition_depth = 3 in 1..=100, step 1;
    /// Depth by which such an entry may fall short of the node for its move to be tried first, plies.
    transposition_lag = 4 in 1..=100, step 1;

    /// Margin of reverse futility pruning, centi-units for each ply of depth.
    futility_margin = 60 in 10..=300, step 10;
    /// Margin of razoring, centi-units for each ply of depth.
    razor_margin = 210 in 20..=600, step 20;

    /// Extension of replies to an open four, hundredths of a ply.
    defence_extension = 69 in 0..=100, step 10;

    /// Late-move pruning keeps `base + depth ^ exponent` moves: base, hundredths of a move.
    move_count_base = 332 in 0..=2000, step 60;
    /// Late-move pruning: exponent of the depth, hundredths.
    move_count_exponent = 135 in 50..=300, step 10;
    /// Fewer moves kept for each 100 centi-units of evaluation below alpha, more above, per cent.
    move_count_eval = 16 in -300..=300, step 8;
    /// Late-move reduction for `ln(depth) * ln(moves)`, hundredths of a ply.
    reduction_slope = 120 in 0..=300, step 10;
    /// Ordering points behind the best move for one more ply of reduction.
    reduction_gap = 350 in 20..=100_000, step 40;
    /// Largest reduction for ordering points, hundredths of a ply.
    reduction_gap_most = 275 in 0..=1000, step 40;
    /// More reduction at cut nodes, hundredths of a ply.
    reduction_cut = 58 in 0..=300, step 15;
    /// Less reduction at PV nodes, hundredths of a ply.
    reduction_pv = 100 in 0..=300, step 15;
    /// Less reduction at nodes that were on a PV according to the table, hundredths of a ply.
    reduction_was_pv = 30 in 0..=300, step 15;
    /// More reduction if the evaluation is not improving, hundredths of a ply.
    reduction_worsening = 10 in 0..=300, step 15;
    /// More reduction for each 100 centi-units of evaluation below alpha, less above, hundredths of a ply.
    reduction_eval = 30 in -300..=300, step 15;
    /// Less reduction of tactical moves, hundredths of a ply.
    reduction_tactical = 78 in 0..=300, step 15;
    /// History score for one ply less reduction; history reaches 16384.
    reduction_history = 2570 in 512..=65536, step 500;

    /// Ordering points for one unit of the policy's logit; 0 orders by patterns.
    order_policy = 79 in 0..=1000, step 10;
    /// Ordering points, beside the policy's, of squares that can form a five with the player's last move.
    order_near_own = 60 in -300..=300, step 15;
    /// The same with the opponent's last move.
    order_near_other = 35 in -300..=300, step 15;
    /// Smallest depth at which the policy orders moves, plies; patterns do below, and for forced replies.
    policy_depth = 2 in 0..=20, step 1;
    /// Weight of the opponent's pattern in the ordering, sixteenths.
    order_defence = 13 in 0..=32, step 1;
    /// History score for one ordering point.
    order_history = 54 in 8..=1000, step 12;

    /// VCF budget at inner nodes, in attacking moves.
    vcf_node = 50 in 1..=2000, step 15;
    /// VCF budget at leaves, in attacking moves.
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
            assert_eq!(others.count() + 1, PARAMETERS.len(), "{name} is declared twice");
        }
        assert_eq!((Parameter::find("no_such_thing"), Parameters::default().get("")), (None, None));
    }
}
