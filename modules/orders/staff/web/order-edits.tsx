import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { gatewayMethods, type MetodoPago } from '#core/rules/payment-methods.ts'
import { isRecord } from '#core/rules/values.ts'
import { NumberEdit, SelectEdit } from '#core/web/edit/edit-fields.tsx'
import type { RowKind } from '#core/web/edit/edits-store.ts'
import { actProblem } from '#core/web/panel/act.ts'
import { panelKey } from '#core/web/panel/panel-parts.tsx'
import { call, requestTo } from '#core/web/session/api.ts'
import { isShownInPlace, NoticePlace, notify } from '#core/web/ui/notices.tsx'
import { gatewayPages } from '#modules/checkout/web/gateway-pages.ts'
import { estadoBadge, estados, estadoText } from '#modules/orders/estado.ts'
import { editOrder, previewOrderEdit, undoChange } from '#modules/orders/staff/endpoints.ts'
import type { StaffOrder } from '#modules/orders/staff/shapes.ts'
import { estadoTone, metodoText } from '#modules/orders/staff/web/order-parts.tsx'

export const orderKind: RowKind = {
	name: 'orden',
	edit: (id, body) => requestTo(editOrder, { params: { id: String(id) }, body }),
	effects: (id, body) => requestTo(previewOrderEdit, { params: { id: String(id) }, body }),
}

type Undoable = Pick<StaffOrder, 'id' | 'nro_orden' | 'deshacer_hasta'>

const changedText = ({ nro_orden }: Undoable) => `Cambiaste la orden ${nro_orden}.`

/** Whether the page offers to undo the change beside the field that was changed. */
export const isUndoOffered = (order: Undoable): boolean => isShownInPlace(changedText(order))

/** Offers to undo the last change of an order for as long as that can be done. `at`: the place of the offer. */
export function offerUndo(client: QueryClient, order: Undoable, at?: string): void {
	const { id, nro_orden, deshacer_hasta } = order
	if (deshacer_hasta === null || Date.parse(deshacer_hasta) <= Date.now()) return
	async function undo(): Promise<void> {
		const answer = await call(undoChange, { params: { id } })
		if (answer.ok) notify(`Se deshizo el cambio de la orden ${nro_orden}.`, 'done', { at })
		else notify(actProblem(answer), 'problem', { at })
		await client.invalidateQueries({ queryKey: panelKey })
	}
	const action = { label: 'Deshacer', until: Date.parse(deshacer_hasta), run: () => void undo() }
	notify(changedText(order), 'done', { action, at })
}

const fields = ['total', 'metodo_pago', 'estado'] as const

/** What staff choose a method from; an order paid with another one shows that one too. */
const metodoChoices: readonly MetodoPago[] = [
	'transferencia',
	...gatewayMethods.filter((gateway) => gatewayPages[gateway].canBeChosenByStaff),
	'efectivo',
]

interface OrderEditProps {
	readonly order: StaffOrder
	readonly field: (typeof fields)[number]
	readonly isBare?: boolean
	/** The place of the offer to undo the change. */
	readonly at?: string
}

/** One of the three fields of an order that staff change. */
export function OrderEdit({ order, field, isBare = false, at }: OrderEditProps) {
	const client = useQueryClient()
	const onSaved = (row: unknown) => isRecord(row) && offerUndo(client, { ...order, ...row }, at)
	const common = { kind: orderKind, row: order, field, of: `orden ${order.nro_orden}`, isBare, onSaved }
	if (field === 'total') return <NumberEdit {...common} label="Total" format={formatClp} />
	if (field === 'metodo_pago')
		return <SelectEdit {...common} label="Método" options={metodoChoices} textOf={metodoText} />
	const tone = `tone-${estadoTone(order.estado)} ${estadoBadge(order.estado)}`
	return <SelectEdit {...common} label="Estado" options={estados} textOf={estadoText} tone={tone} />
}

/** The three fields of an order that staff change, one block each, and the offer to undo the last change. */
export function OrderEdits({ order }: { order: StaffOrder }) {
	const at = useId()
	return (
		<>
			{fields.map((field) => (
				<div key={field}>
					<OrderEdit order={order} field={field} at={at} />
				</div>
			))}
			<NoticePlace at={at} />
		</>
	)
}
