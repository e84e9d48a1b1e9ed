/** Minimum letters of a reason given by staff for moving money or stock. */
export const minReason = 3
