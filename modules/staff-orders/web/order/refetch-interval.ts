import type { OrderDetail } from '#modules/staff-orders/shapes/order-detail.ts'
import { isUnderWay } from '#modules/tax-documents/web/shown-documents.ts'

const minuteMs = 60_000

/** How often the page looks, by how long ago began what it waits for. Older things it finds when it is opened again. */
const looks = [
	{ untilMs: 2 * minuteMs, everyMs: 3000 },
	{ untilMs: 60 * minuteMs, everyMs: 15_000 },
] as const

/** The states of a refund that ends by itself. */
const underWay: readonly string[] = ['pedida', 'enviando', 'en_curso']

type Waiting = Pick<OrderDetail, 'devoluciones' | 'correos' | 'documentos'>

/** When each thing began that ends by itself in the background: refunds and documents on their way, mails that did not leave yet. */
function beginnings({ devoluciones, correos, documentos }: Waiting): number[] {
	const refunds = devoluciones.filter(({ estado }) => underWay.includes(estado))
	const mails = correos.filter(({ enviado_at }) => enviado_at === null)
	return [...refunds, ...mails, ...documentos.filter(isUnderWay)].map(({ created_at }) => Date.parse(created_at))
}

/** After how many milliseconds to read an order again; false when nothing is under way, or not lately. */
export function refetchInterval(order: Waiting | undefined, now: number): number | false {
	if (!order) return false
	const ageMs = now - Math.max(...beginnings(order))
	return looks.find(({ untilMs }) => ageMs < untilMs)?.everyMs ?? false
}
