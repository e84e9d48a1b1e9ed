import { formatMoment } from '#core/web/ui/format-date.ts'

/** Returns until when a failed order can be paid. */
export const payableText = (until: string): string =>
	`El pago no se completó. Puedes pagar esta orden, al mismo precio y si quedan unidades, hasta el ${formatMoment(until)}.`
