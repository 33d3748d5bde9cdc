//! Logits, and what they cost.

/// The share of a win for a logit.
pub(crate) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Cross-entropy in nats.
pub(crate) fn cross_entropy(target: f32, logit: f32) -> f64 {
    let (target, logit) = (f64::from(target), f64::from(logit));
    // ln(1 + e^x) without overflow.
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - target * logit
}
