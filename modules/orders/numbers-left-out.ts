/** Order numbers skipped by a restore: customers of lost orders may write theirs on a transfer. */
export const numbersLeftOut = 1000
