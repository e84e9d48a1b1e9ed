import { useState } from 'react'
import type { OrderDetail } from '#contract/staff/order-detail.ts'
import { formatClp } from '#domain/money.ts'
import { moneyHeld } from '#domain/staff/money-held.ts'
import type { OrderAction } from '#domain/staff/order-actions.ts'
import { useAct } from '#web/staff/act.ts'
import { RefundDialog } from '#web/staff/order/refund-dialog.tsx'
import { attentionText } from '#web/staff/orders/order-fields.ts'
import { orderKind } from '#web/staff/row-kinds.ts'
import { ActDialog } from '#web/ui/action-dialog.tsx'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

interface Deed {
	readonly button: string
	readonly look: ButtonLook
	readonly title: string
	readonly confirm: string
	readonly confirmLook: ButtonLook
	readonly done: string
	readonly path: (id: string) => string
	readonly text: (order: OrderDetail) => string
	/** The label of what can be said along with it. */
	readonly asks?: string
}

/** What the customer is told of their money when the order is cancelled, and what is left to do then. */
function moneyText(order: OrderDetail): string {
	const held = moneyHeld(order, order.pagos)
	if (held === 0) return ''
	const way = order.acciones.includes('devolver')
		? 'devuélvelo después, desde esta misma página'
		: 'devuélvelo por el medio con que se pagó y déjalo en una nota'
	return ` El correo le promete ${formatClp(held)} de vuelta. El dinero no vuelve solo: ${way}.`
}

const deeds: Readonly<Record<Exclude<OrderAction, 'devolver'>, Deed>> = {
	confirmar_transferencia: {
		button: 'Confirmar transferencia',
		look: 'solid',
		title: '¿Confirmar la transferencia?',
		confirm: 'Confirmar transferencia',
		confirmLook: 'solid',
		done: 'Transferencia confirmada',
		path: (id) => `${orderKind.path(id)}confirmar_transferencia/`,
		text: ({ nro_orden, total }) =>
			`Confirma solo si ves ${formatClp(total)} en la cuenta. La orden ${nro_orden} quedará pagada y el cliente recibirá un correo.`,
	},
	entregar: {
		button: 'Marcar entregada',
		look: 'solid',
		title: '¿Marcar la orden como entregada?',
		confirm: 'Marcar entregada',
		confirmLook: 'solid',
		done: 'Orden entregada',
		path: (id) => `${orderKind.path(id)}entregar/`,
		text: ({ nro_orden, estado, total }) =>
			estado === 'pagada'
				? `La orden ${nro_orden} quedará completada.`
				: `La orden ${nro_orden} quedará completada. Confirma que recibiste ${formatClp(total)} en efectivo.`,
	},
	resolver_caso: {
		button: 'Caso resuelto',
		look: 'outline',
		title: '¿Dar el caso por resuelto?',
		confirm: 'Resolver caso',
		confirmLook: 'solid',
		done: 'Caso resuelto',
		path: (id) => `/api/admin_casos/${id}/resolver/`,
		text: ({ atencion }) => `${attentionText(atencion)}. La orden saldrá de la lista de casos.`,
	},
	cancelar: {
		button: 'Cancelar orden',
		look: 'outline',
		title: '¿Cancelar la orden?',
		confirm: 'Cancelar orden',
		confirmLook: 'danger',
		done: 'Orden cancelada',
		path: (id) => `${orderKind.path(id)}cancelar/`,
		text: (order) =>
			`${order.stock_tomado ? 'Sus unidades vuelven al stock' : 'No tiene unidades tomadas del stock'}. El cliente recibe un correo con el motivo.${moneyText(order)}`,
		asks: 'Motivo para el cliente (opcional)',
	},
}

const order: readonly OrderAction[] = ['confirmar_transferencia', 'entregar', 'resolver_caso', 'devolver', 'cancelar']

function DeedDialog({ detail, deed, onClose }: { detail: OrderDetail; deed: Deed; onClose: () => void }) {
	const { act, isBusy, problem } = useAct()
	return (
		<ActDialog
			title={deed.title}
			confirmText={deed.confirm}
			confirmLook={deed.confirmLook}
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={async (values) => {
				const body = deed.asks ? { body: { motivo: (values.motivo ?? '').trim() } } : {}
				if (await act({ path: deed.path(detail.id), done: deed.done, ...body })) onClose()
			}}
		>
			<p>{deed.text(detail)}</p>
			{deed.asks && <Field label={deed.asks} name="motivo" maxLength={300} autoComplete="off" />}
		</ActDialog>
	)
}

/** What can be done with the order now, each behind a question. */
export function OrderActions({ detail }: { detail: OrderDetail }) {
	const [open, setOpen] = useState<OrderAction>()
	const close = () => setOpen(undefined)
	const possible = order.filter((action) => detail.acciones.includes(action))
	if (possible.length === 0 && open === undefined) return null
	return (
		<div className="order-actions">
			{possible.map((action) => (
				<Button
					key={action}
					className={action !== 'devolver' && deeds[action].look === 'solid' ? 'order-main-action' : ''}
					look={action === 'devolver' ? 'outline' : deeds[action].look}
					onClick={() => setOpen(action)}
				>
					{action === 'devolver' ? 'Devolver dinero' : deeds[action].button}
				</Button>
			))}
			{open === 'devolver' && <RefundDialog detail={detail} onClose={close} />}
			{open && open !== 'devolver' && <DeedDialog detail={detail} deed={deeds[open]} onClose={close} />}
		</div>
	)
}
