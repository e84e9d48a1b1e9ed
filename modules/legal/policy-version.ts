/** The day on which the terms and the privacy policy (web/legal) last changed: customers agree to this version. */
export const policyVersion = '2026-12-01'
