//! A parameter to tune.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use rustgomo::search::{PARAMETERS, Parameter};

/// Prefix of a parameter's name in an `INFO` line.
pub const INFO_PREFIX: &str = "search.";

/// A parameter to tune, with its range.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Knob {
    /// Name of the parameter.
    pub name: String,
    /// Initial value.
    pub start: i32,
    /// Smallest value.
    pub min: i32,
    /// Largest value.
    pub max: i32,
    /// Perturbation in the last iteration (`c_end`), above 0; earlier ones are larger.
    pub step: f64,
}

fn names() -> String {
    PARAMETERS.iter().map(|parameter| parameter.name).collect::<Vec<_>>().join(", ")
}

impl From<&Parameter> for Knob {
    fn from(parameter: &Parameter) -> Self {
        let Parameter { name, default, min, max, step, .. } = *parameter;
        Self { name: name.to_owned(), start: default, min, max, step: f64::from(step) }
    }
}

impl FromStr for Knob {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, rest) = text.split_once('=').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let name = name.trim();
        let name = name.strip_prefix(INFO_PREFIX).unwrap_or(name);
        let parameter =
            Parameter::find(name).ok_or_else(|| format!("expected one of {}, found {name:?}", names()))?;
        let mut knob = Self::from(parameter);
        if let Some(rest) = rest {
            let forms = "NAME, NAME=START or NAME=START:MIN:MAX:STEP with whole numbers";
            knob.read(rest).ok_or_else(|| format!("expected {forms}, found {text:?}"))?;
        }
        let is_inside = parameter.min <= knob.min && knob.max <= parameter.max && knob.min < knob.max;
        if is_inside && knob.is_consistent() {
            Ok(knob)
        } else {
            let Parameter { min, max, .. } = *parameter;
            Err(format!(
                "expected {min} <= MIN <= START <= MAX <= {max}, MIN < MAX and a STEP above 0 for {name}"
            ))
        }
    }
}

impl Knob {
    /// Parses the numbers after the name.
    fn read(&mut self, text: &str) -> Option<()> {
        let words: Vec<&str> = text.split(':').map(str::trim).collect();
        match words[..] {
            [start] => self.start = start.parse().ok()?,
            [start, min, max, step] => {
                (self.start, self.min, self.max) =
                    (start.parse().ok()?, min.parse().ok()?, max.parse().ok()?);
                self.step = step.parse().ok()?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether start and range are consistent and the step is positive.
    pub(super) fn is_consistent(&self) -> bool {
        (self.min..=self.max).contains(&self.start) && self.step > 0.0 && self.step.is_finite()
    }

    /// A value clamped to the range.
    pub(super) fn clamp(&self, value: f64) -> f64 {
        value.max(self.min.into()).min(self.max.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_knobs_or_are_answered_with_what_was_expected() {
        let knob: Knob = "futility_margin=80:40:160:5".parse().unwrap();
        assert_eq!((knob.start, knob.min, knob.max, knob.step), (80, 40, 160, 5.0));
        let error = |text: &str| text.parse::<Knob>().unwrap_err();
        assert!(error("speed").contains("expected one of aspiration, "));
        for text in ["razor_margin=", "razor_margin=1:2", "razor_margin=80.5", "razor_margin=1:2:3:x"] {
            assert!(error(text).starts_with("expected NAME"), "{text}");
        }
        let texts = ["=10", "=700", "=80:90:100:5", "=80:0:100:5", "=80:80:80:5", "=80:50:100:0"];
        for text in texts.into_iter().chain(["=80:50:100:nan", "=80:50:100:inf", "=80:100:50:5"]) {
            assert!(error(&format!("razor_margin{text}")).starts_with("expected 20 <= MIN"), "{text}");
        }
        let default = Parameter::find("razor_margin").unwrap().default;
        let whole = format!("razor_margin={default}:20:600:20");
        assert_eq!("search.razor_margin".parse::<Knob>(), whole.parse());
    }
}
