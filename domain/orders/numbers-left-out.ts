/** How many order numbers a restore leaves out: customers of lost orders may write theirs on a transfer. */
export const numbersLeftOut = 1000
