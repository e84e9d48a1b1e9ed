import { shopZone } from '#domain/shop-zone.ts'

const format = new Intl.DateTimeFormat('en-CA', { timeZone: shopZone, dateStyle: 'short' })

export const santiagoDay = (moment: Date): string => format.format(moment)
