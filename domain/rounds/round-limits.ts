/** How many stops a round has at most: more is no day's work for one car. */
export const maxStops = 60
