/** The largest picture accepted as a proof of transfer. */
export const maxProofBytes = 10 * 1024 * 1024

export const maxProofsPerOrder = 5
