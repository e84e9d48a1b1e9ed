/** The time zone of the shop's days and hours. */
export const shopZone = 'America/Santiago'
