import { shopZone } from '#domain/shop-zone.ts'

const format = new Intl.DateTimeFormat('en-CA', { timeZone: shopZone, dateStyle: 'short' })

/** The day of a moment in Santiago, `AAAA-MM-DD`. */
export const santiagoDay = (moment: Date): string => format.format(moment)
