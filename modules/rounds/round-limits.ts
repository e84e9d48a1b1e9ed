/** Maximum of stops per round: a day's work for one car. */
export const maxStops = 60
