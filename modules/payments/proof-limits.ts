/** The largest picture accepted as a proof of transfer. */
export const maxProofBytes = 10 * 1024 * 1024
