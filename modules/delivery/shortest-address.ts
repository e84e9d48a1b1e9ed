/** The minimum of letters for suggestions and prices. */
export const shortestAddress = 3
