import { useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { dayIn } from '#core/rules/times.ts'
import { ActionForm, FormField, FormSelect, type PlannedAct } from '#core/web/forms/action-form.tsx'
import { checked, readWhole, reasonProblem, type Values, type Wrong } from '#core/web/forms/checked.ts'
import { type ApiRequest, requestTo } from '#core/web/session/api.ts'
import { SelectField } from '#core/web/ui/fields.tsx'
import { Slot } from '#core/web/ui/screen-parts.tsx'
import { cancelNotes } from '#modules/lists/web/order-screen.ts'
import {
	aboveLeft,
	handRefundWays,
	handRefundWayText,
	maxReference,
	refundableOf,
	refundDayProblem,
} from '#modules/orders/order-money.ts'
import { cancelOrder, recordHandRefund, refundOrder, releaseDelivery } from '#modules/orders/staff/endpoints.ts'
import type { CancelRequest, HandRefundRequest, OrderDetail, RefundRequest } from '#modules/orders/staff/shapes.ts'
import { metodoText } from '#modules/orders/staff/web/order-parts.tsx'
import { acceptanceOf } from '#modules/payments/refund-acceptance.ts'

export interface DialogProps {
	readonly detail: OrderDetail
	readonly onClose: () => void
}

type Payment = OrderDetail['pagos'][number]

/** The usual way back of money that no gateway has. */
const usualWay = ({ metodo_pago }: OrderDetail) => (metodo_pago === 'efectivo' ? 'efectivo' : 'transferencia')

const readWay = (medio: string | undefined) => handRefundWays.find((way) => way === medio)

/** What the customer has to do where a gateway gives back only what is accepted. */
function AcceptanceNote({ gateway }: Pick<Payment, 'gateway'>) {
	const acceptance = acceptanceOf(gateway)
	if (!acceptance) return null
	const name = metodoText(gateway)
	const time = `El cliente recibe un correo y tiene ${acceptance.days} días para aceptarla en ${name}; si no, vence.`
	return <p>{`${time} Cuesta ${acceptance.fee}, y la cuenta de ${name} tiene que tener fondos.`}</p>
}

/** Cancels an order and gives its money back, after one question. */
export function CancelDialog({ detail, onClose }: DialogProps) {
	// As it was when the dialog opened: a lost answer is sent again as it was.
	const [opened] = useState(detail)
	return (
		<ActionForm
			title="¿Cancelar la orden?"
			confirmText="Cancelar orden"
			confirmLook="danger"
			onClose={onClose}
			act={(values) => ({
				request: requestTo(cancelOrder, { params: { id: opened.id }, body: cancellationOf(opened, values) }),
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

/** The cancellation, with the refund where that is ticked. */
function cancellationOf(detail: OrderDetail, values: Values): CancelRequest {
	const motivo = (values.motivo ?? '').trim()
	const byGateway = refundableOf(detail.pagos)
	if (values.devolver !== 'si') return { motivo }
	if (byGateway > 0) return { motivo, devolver: { monto: byGateway } }
	const medio = readWay(values.medio) ?? 'transferencia'
	const given = { monto: detail.devolvible_a_mano, medio, fecha: dayIn(new Date()), referencia: '' }
	return { motivo, devolver_a_mano: given }
}

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
					defaultValue={usualWay(detail)}
					options={handRefundWays.map((way) => [way, handRefundWayText[way]])}
				/>
			)}
			<p className="muted small">
				Sin esta marca, la orden queda en Casos hasta que devuelvas el dinero: el correo se lo promete al cliente.
			</p>
		</>
	)
}

/** Gives money of an order back through its gateway: all that is left, or a part. */
export function RefundDialog({ detail, onClose }: DialogProps) {
	// As it was when the dialog opened: after a lost answer less is left, and the same request is sent again.
	const [opened] = useState(detail)
	const payments = opened.pagos.filter(({ devolvible }) => devolvible > 0)
	const [chosen, setChosen] = useState(payments[0]?.pago_id)
	const payment = payments.find(({ pago_id }) => pago_id === chosen)
	if (!payment) return null
	const left = detail.pagos.find(({ pago_id }) => pago_id === payment.pago_id)?.devolvible ?? payment.devolvible
	return (
		<ActionForm
			title={`Devolver dinero de la orden ${detail.nro_orden}`}
			confirmText="Devolver"
			confirmLook="danger"
			onClose={onClose}
			act={(values) => {
				const body = refundOf(values, payment)
				if ('wrong' in body) return body
				const { monto, motivo } = body
				return withFate(opened, monto === refundableOf(opened.pagos) ? values.pedido : undefined, {
					refund: requestTo(refundOrder, { params: { id: opened.id }, body }),
					cancel: { motivo, devolver: { monto } },
					done: `Devolución de ${formatClp(monto)} pedida`,
				})
			}}
		>
			<p>{`Vuelve por ${metodoText(payment.gateway)}, al mismo medio con que se pagó. Quedan ${formatClp(left)} de ${formatClp(payment.monto)}.`}</p>
			<AcceptanceNote gateway={payment.gateway} />
			{payments.length > 1 && (
				<SelectField label="Pago" value={chosen} onChange={(event) => setChosen(event.target.value)}>
					{payments.map(({ pago_id, gateway, devolvible }) => (
						<option key={pago_id} value={pago_id}>
							{`${metodoText(gateway)} ${pago_id} · ${formatClp(devolvible)}`}
						</option>
					))}
				</SelectField>
			)}
			<FormField
				key={payment.pago_id}
				label="Monto"
				name="monto"
				isNumber
				defaultValue={String(payment.devolvible)}
				hint="Todo lo que queda, o una parte."
			/>
			<FormField label="Motivo" name="motivo" maxLength={300} />
			<OrderFate detail={opened} />
		</ActionForm>
	)
}

/** Records what staff gave back of a transfer or of cash. */
export function HandRefundDialog({ detail, onClose }: DialogProps) {
	// As it was when the dialog opened: after a lost answer less is left, and the same request is sent again.
	const [{ opened, today }] = useState({ opened: detail, today: dayIn(new Date()) })
	const left = opened.devolvible_a_mano
	return (
		<ActionForm
			title={`Anotar una devolución de la orden ${detail.nro_orden}`}
			confirmText="Anotar devolución"
			onClose={onClose}
			act={(values) => {
				const body = handRefundOf(values, { left, first: dayIn(new Date(opened.created_at)), today })
				if ('wrong' in body) return body
				return withFate(opened, body.monto === left ? values.pedido : undefined, {
					refund: requestTo(recordHandRefund, { params: { id: opened.id }, body }),
					cancel: { motivo: '', devolver_a_mano: body },
					done: `Devolución de ${formatClp(body.monto)} anotada`,
				})
			}}
		>
			<p>{`Anota el dinero cuando ya lo devolviste: la tienda no lo transfiere. El cliente recibe un correo. Quedan ${formatClp(left)} por devolver.`}</p>
			<FormField
				label="Monto"
				name="monto"
				isNumber
				defaultValue={String(left)}
				hint="Todo lo que queda, o una parte."
			/>
			<FormSelect
				label="Cómo lo devolviste"
				name="medio"
				defaultValue={usualWay(detail)}
				options={handRefundWays.map((way) => [way, metodoText(way)])}
			/>
			<FormField label="Fecha" name="fecha" type="date" defaultValue={today} />
			<FormField
				label="Referencia (opcional)"
				name="referencia"
				maxLength={maxReference}
				hint="Por ejemplo, el número de la transferencia."
			/>
			<OrderFate detail={opened} />
		</ActionForm>
	)
}

/** The typed refund of a payment through its gateway. */
export function refundOf(
	values: Values,
	{ gateway, pago_id, devolvible }: Pick<Payment, 'gateway' | 'pago_id' | 'devolvible'>,
): RefundRequest | Wrong<'monto' | 'motivo'> {
	const monto = readWhole(values.monto ?? '') ?? 0
	const motivo = (values.motivo ?? '').trim()
	const wrong = {
		monto: monto === 0 ? 'Escribe cuántos pesos se devuelven.' : aboveLeft(monto, devolvible),
		motivo: reasonProblem(motivo),
	}
	return checked(wrong, { monto, motivo, pago_id, gateway })
}

/** The typed record of money that was given back by hand. Days are `AAAA-MM-DD`. */
export function handRefundOf(
	{ monto: typed = '', medio, fecha = '', referencia = '' }: Values,
	{ left, first, today }: { readonly left: number; readonly first: string; readonly today: string },
): HandRefundRequest | Wrong<'monto' | 'medio' | 'fecha'> {
	const monto = readWhole(typed) ?? 0
	const way = readWay(medio)
	const wrong = {
		monto: monto === 0 ? 'Escribe cuántos pesos devolviste.' : aboveLeft(monto, left),
		medio: way ? undefined : 'Elige cómo lo devolviste.',
		fecha: fecha === '' ? 'Elige el día en que lo devolviste.' : refundDayProblem(fecha, first, today),
	}
	return checked(wrong, { monto, medio: way ?? 'transferencia', fecha, referencia: referencia.trim() })
}

/** The act that gives money back and, as staff chose where all of it goes back, cancels or delivers the order. */
function withFate(
	{ id }: OrderDetail,
	fate: string | undefined,
	{ refund, cancel, done }: { readonly refund: ApiRequest; readonly cancel: CancelRequest; readonly done: string },
): PlannedAct {
	if (fate === 'cancelar') return { request: requestTo(cancelOrder, { params: { id }, body: cancel }), done }
	if (fate !== 'entregar') return { request: refund, done }
	const body = { motivo: 'Se devuelve el dinero y se entrega igual' }
	const release = requestTo(releaseDelivery, { params: { id }, body })
	return { request: refund, done, next: { request: release, done: 'La orden se entrega igual', follows: true } }
}

/** Asks whether a fully refunded order is cancelled or delivered nevertheless. */
function OrderFate({ detail }: { detail: OrderDetail }) {
	if (detail.estado !== 'pagada') return null
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
