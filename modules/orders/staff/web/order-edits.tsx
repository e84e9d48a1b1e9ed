import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { isRecord } from '#core/rules/values.ts'
import { NumberEdit, SelectEdit } from '#core/web/edit/edit-fields.tsx'
import { NoticePlace } from '#core/web/ui/notices.tsx'
import { estadoBadge, estados, estadoText } from '#modules/orders/estado.ts'
import type { StaffOrder } from '#modules/orders/staff/shapes.ts'
import { estadoTone, metodoChoices, metodoText } from '#modules/orders/staff/web/order-fields.ts'
import { offerUndo, orderKind } from '#modules/orders/staff/web/use-order.ts'

const fields = ['total', 'metodo_pago', 'estado'] as const

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
