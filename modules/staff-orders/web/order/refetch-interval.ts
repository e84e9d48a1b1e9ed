import type { OrderDetailParts, StaffOrderParts } from '#modules/order-shapes.ts'
import { beginningsInParts } from '#modules/slots/order-screen.ts'
import type { OrderDetail } from '#modules/staff-orders/shapes.ts'

const minuteMs = 60_000

/** How often the page looks, by how long ago began what it waits for. Older things it finds when it is opened again. */
const looks = [
	{ untilMs: 2 * minuteMs, everyMs: 3000 },
	{ untilMs: 60 * minuteMs, everyMs: 15_000 },
] as const

/** The states of a refund that ends by itself. */
const underWay: readonly string[] = ['pedida', 'enviando', 'en_curso']

type Waiting = Pick<OrderDetail, 'devoluciones' | 'correos' | keyof (OrderDetailParts & StaffOrderParts)>

/** When each thing began that ends by itself in the background: refunds on their way, mails that did not leave yet, and what modules wait for. */
function beginnings(order: Waiting): number[] {
	const { devoluciones, correos } = order
	const refunds = devoluciones.filter(({ estado }) => underWay.includes(estado))
	const mails = correos.filter(({ enviado_at }) => enviado_at === null)
	const own = [...refunds, ...mails].map(({ created_at }) => created_at)
	return [...own, ...beginningsInParts.flatMap((of) => of(order))].map((at) => Date.parse(at))
}

/** After how many milliseconds to read an order again; false when nothing is under way, or not lately. */
export function refetchInterval(order: Waiting | undefined, now: number): number | false {
	if (!order) return false
	const ageMs = now - Math.max(...beginnings(order))
	return looks.find(({ untilMs }) => ageMs < untilMs)?.everyMs ?? false
}
