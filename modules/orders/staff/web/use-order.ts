import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { RowKind } from '#core/web/edit/edits-store.ts'
import { actProblem } from '#core/web/panel/act.ts'
import { detailKey, panelKey } from '#core/web/panel/panel-parts.tsx'
import { call, requestTo } from '#core/web/session/api.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { isShownInPlace, notify } from '#core/web/ui/notices.tsx'
import type { OrderDetailParts, StaffOrderParts } from '#modules/lists/shapes.ts'
import { beginningsInParts } from '#modules/lists/web/order-screen.ts'
import { editOrder, previewOrderEdit, readOrder, undoChange } from '#modules/orders/staff/endpoints.ts'
import type { OrderDetail, StaffOrder } from '#modules/orders/staff/shapes.ts'

/** The whole story of one order. What is under way in the background shows its end by itself. */
export function useOrder(id: string) {
	return useQuery({
		queryKey: detailKey(orderKind.name, id),
		queryFn: () => fetchFrom(readOrder, { params: { id } }),
		staleTime: 0,
		refetchInterval: ({ state }) => refetchInterval(state.data, Date.now()),
	})
}

export const orderKind: RowKind = {
	name: 'orden',
	edit: (id, body) => requestTo(editOrder, { params: { id: String(id) }, body }),
	effects: (id, body) => requestTo(previewOrderEdit, { params: { id: String(id) }, body }),
}

type Undoable = Pick<StaffOrder, 'id' | 'nro_orden' | 'deshacer_hasta'>

async function undo(client: QueryClient, { id, nro_orden }: Undoable, at: string | undefined): Promise<void> {
	const answer = await call(undoChange, { params: { id } })
	if (answer.ok) notify(`Se deshizo el cambio de la orden ${nro_orden}.`, 'done', { at })
	else notify(actProblem(answer), 'problem', { at })
	await client.invalidateQueries({ queryKey: panelKey })
}

/** Offers to undo the last change of an order for as long as that can be done. `at`: the place of the offer. */
export function offerUndo(client: QueryClient, order: Undoable, at?: string): void {
	if (order.deshacer_hasta === null || Date.parse(order.deshacer_hasta) <= Date.now()) return
	const action = {
		label: 'Deshacer',
		until: Date.parse(order.deshacer_hasta),
		run: () => void undo(client, order, at),
	}
	notify(changedText(order), 'done', { action, at })
}

const changedText = ({ nro_orden }: Undoable) => `Cambiaste la orden ${nro_orden}.`

/** Whether the page offers it beside the field that was changed. */
export const isUndoOffered = (order: Undoable): boolean => isShownInPlace(changedText(order))

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
