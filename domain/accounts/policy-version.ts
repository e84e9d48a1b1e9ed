/**
 * The version of the terms and the privacy policy that a customer agrees to when registering: the day on which their words
 * (web/legal) last changed.
 */
export const policyVersion = '2026-11-23'
