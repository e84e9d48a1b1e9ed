/** Fewer letters are no address yet: nothing is suggested for them and nothing is priced. */
export const shortestAddress = 3
