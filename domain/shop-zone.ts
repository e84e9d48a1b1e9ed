/** The zone in which the shop counts its days and tells its hours. */
export const shopZone = 'America/Santiago'
