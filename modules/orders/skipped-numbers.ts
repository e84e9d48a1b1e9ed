/** Order numbers skipped by a restore: customers of lost orders may write theirs on a transfer. */
export const skippedNumbers = 1000
