import { formatMoment } from '#web/ui/format-date.ts'

/** Until when an order that failed can be paid, as its customer reads it. */
export const payableText = (until: string): string =>
	`El pago no se completó. Puedes pagar esta orden, al mismo precio y si quedan unidades, hasta el ${formatMoment(until)}.`
