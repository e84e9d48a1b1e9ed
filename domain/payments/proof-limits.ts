/** The largest picture that the shop takes as a proof of transfer. */
export const maxProofBytes = 10 * 1024 * 1024

/** How many proofs one order may have. */
export const maxProofsPerOrder = 5
