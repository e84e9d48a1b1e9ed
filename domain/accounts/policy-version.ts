/** The version of the privacy policy that a customer agrees to when registering: the day it came into force. */
export const policyVersion = '2026-12-01'
