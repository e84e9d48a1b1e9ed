import { useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { dayIn } from '#core/rules/times.ts'
import { ActionForm, FormField, FormSelect } from '#core/web/forms/action-form.tsx'
import type { Values } from '#core/web/forms/checked.ts'
import { requestTo } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { Slot } from '#core/web/ui/screen-parts.tsx'
import { cancelNotes } from '#modules/lists/web/order-screen.ts'
import { handRefundWays, handRefundWayText, refundableOf } from '#modules/orders/order-money.ts'
import { cancelOrder, cancelTogether, releaseDelivery } from '#modules/orders/staff/endpoints.ts'
import type { CancelRequest, OrderDetail, OrderGroup } from '#modules/orders/staff/shapes.ts'
import { AcceptanceNote } from '#modules/orders/staff/web/order-parts.tsx'

/** The question whether an order's money goes back along with its cancellation. */
function GiveBack({ detail }: { detail: OrderDetail }) {
	const byGateway = refundableOf(detail.pagos)
	const byHand = detail.devolvible_a_mano
	const [isWanted, setIsWanted] = useState(true)
	if (byGateway + byHand === 0) return null
	const gateways = new Set(detail.pagos.filter(({ devolvible }) => devolvible > 0).map(({ gateway }) => gateway))
	return (
		<>
			<label className="check-line choice-line">
				<input
					type="checkbox"
					name="devolver"
					value="si"
					checked={isWanted}
					onChange={(event) => setIsWanted(event.target.checked)}
				/>
				<span>
					{byGateway > 0 ? `y devolver ${formatClp(byGateway)} ahora` : `y anotar que ya devolví ${formatClp(byHand)}`}
				</span>
			</label>
			{[...gateways].map((gateway) => (
				<AcceptanceNote key={gateway} gateway={gateway} />
			))}
			{byGateway === 0 && (
				<FormSelect
					label="Cómo lo devolviste"
					name="medio"
					disabled={!isWanted}
					defaultValue={detail.metodo_pago === 'efectivo' ? 'efectivo' : 'transferencia'}
					options={handRefundWays.map((way) => [way, handRefundWayText[way]])}
				/>
			)}
			<p className="muted small">
				Sin esta marca, la orden queda en Casos hasta que devuelvas el dinero: el correo se lo promete al cliente.
			</p>
		</>
	)
}

/** The request's body: the cancellation, with the refund where that is ticked. */
function bodyOf(detail: OrderDetail, values: Values): CancelRequest {
	const motivo = (values.motivo ?? '').trim()
	const byGateway = refundableOf(detail.pagos)
	if (values.devolver !== 'si') return { motivo }
	if (byGateway > 0) return { motivo, devolver: { monto: byGateway } }
	const medio = handRefundWays.find((way) => way === values.medio) ?? 'transferencia'
	const given = { monto: detail.devolvible_a_mano, medio, fecha: dayIn(new Date()), referencia: '' }
	return { motivo, devolver_a_mano: given }
}

/** Cancels an order and gives its money back, after one question. */
export function CancelDialog({ detail, onClose }: { detail: OrderDetail; onClose: () => void }) {
	// As it was when the dialog opened: a lost answer is sent again as it was.
	const [opened] = useState(detail)
	return (
		<ActionForm
			title="¿Cancelar la orden?"
			confirmText="Cancelar orden"
			confirmLook="danger"
			onClose={onClose}
			act={(values) => ({
				request: requestTo(cancelOrder, { params: { id: opened.id }, body: bodyOf(opened, values) }),
				done: values.devolver === 'si' ? 'Orden cancelada y devolución en marcha' : 'Orden cancelada',
			})}
		>
			<Slot parts={cancelNotes} props={{ detail: opened }} />
			<p>
				<span>{opened.stock_tomado ? 'Sus unidades vuelven al stock.' : 'No tiene unidades tomadas del stock.'}</span>{' '}
				El cliente recibe un correo con el motivo.
			</p>
			<FormField label="Motivo para el cliente (opcional)" name="motivo" isOptional maxLength={300} />
			<GiveBack detail={opened} />
		</ActionForm>
	)
}

/** Whether the order awaits delivery; a full refund then needs a decision about the delivery. */
export const awaitsDelivery = ({ estado }: OrderDetail) => estado === 'pagada'

/** Delivers an order although all its money goes back, which stops it otherwise. */
export const deliverAnyway = (id: string) => ({
	request: requestTo(releaseDelivery, {
		params: { id },
		body: { motivo: 'Se devuelve el dinero y se entrega igual' },
	}),
	done: 'La orden se entrega igual',
	follows: true,
})

/** What becomes of an undelivered order whose whole money goes back. */
export function OrderFate({ detail }: { detail: OrderDetail }) {
	if (!awaitsDelivery(detail)) return null
	return (
		<fieldset className="order-fate">
			<legend>¿Y el pedido? (si devuelves todo)</legend>
			<label className="check-line choice-line">
				<input type="radio" name="pedido" value="cancelar" defaultChecked />
				Cancelarlo
			</label>
			<label className="check-line choice-line">
				<input type="radio" name="pedido" value="entregar" />
				Entregarlo igual
			</label>
			<Slot parts={cancelNotes} props={{ detail }} />
		</fieldset>
	)
}

const groupText: Readonly<Record<OrderGroup, string>> = { red: 'de esta red', hora: 'de esa hora' }
const whoText: Readonly<Record<OrderGroup, string>> = {
	red: 'Son de cuentas que no han confirmado su correo y piden desde la misma red.',
	hora: 'Son todas las que se hicieron en la misma hora, de quien sea: mira antes la lista de órdenes.',
}

type Together = NonNullable<OrderDetail['juntas'][OrderGroup]>

function Dialog({
	detail,
	group,
	together,
	onClose,
}: {
	detail: OrderDetail
	group: OrderGroup
	together: Together
	onClose: () => void
}) {
	const many = `las ${together.ordenes} órdenes sin pagar ${groupText[group]}`
	return (
		<ActionForm
			title={`¿Cancelar ${many}?`}
			confirmText={`Cancelar ${together.ordenes} órdenes`}
			confirmLook="danger"
			onClose={onClose}
			act={({ motivo = '' }) => {
				const body = { grupo: group, motivo: motivo.trim() }
				return { request: requestTo(cancelTogether, { params: { id: detail.id }, body }), done: 'Órdenes canceladas' }
			}}
		>
			<p>
				{`${whoText[group]} Ninguna se ha pagado ni tiene comprobante. Vuelven al stock ${together.unidades} unidades, y cada cliente recibe un correo.`}
			</p>
			<FormField label="Motivo para los clientes (opcional)" name="motivo" isOptional maxLength={300} />
		</ActionForm>
	)
}

/** Cancels the unpaid orders of the order's network or hour at once, where there are at least two. */
export function CancelTogether({ detail }: { detail: OrderDetail }) {
	const [open, setOpen] = useState<OrderGroup>()
	// As they were when the dialog opened, also while the orders are being cancelled.
	const [asked, setAsked] = useState<Together>()
	const groups = (['red', 'hora'] as const).flatMap((group) => {
		const together = detail.juntas[group]
		return together ? [{ group, together }] : []
	})
	if (groups.length === 0 && !open) return null
	return (
		<div className="order-actions row tight">
			{groups.map(({ group, together }) => (
				<Button
					key={group}
					look="outline"
					onClick={() => {
						setAsked(together)
						setOpen(group)
					}}
				>
					{`Cancelar las ${together.ordenes} órdenes sin pagar ${groupText[group]}`}
				</Button>
			))}
			{open && asked && <Dialog detail={detail} group={open} together={asked} onClose={() => setOpen(undefined)} />}
		</div>
	)
}
