/** How many letters a reason has at least that staff give for moving money or stock: fewer tell the next person nothing. */
export const minReason = 3
