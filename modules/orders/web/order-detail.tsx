import { useEffect, useRef } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { isMetodoPago, metodoPagoText } from '#core/rules/payment-methods.ts'
import { Button, ScreenLink, WhatsappLink } from '#core/web/ui/buttons.tsx'
import { formatDay, formatMoment } from '#core/web/ui/format-date.ts'
import { NoticePlace } from '#core/web/ui/notices.tsx'
import { Alert, Badge, Slot } from '#core/web/ui/screen-parts.tsx'
import { usePageData } from '#modules/catalog/web/catalog.tsx'
import { deliveryTermText, formatDireccion, pickupPlace } from '#modules/delivery/delivery.ts'
import { ownOrderEntries, ownOrderFacts, ownOrderHead } from '#modules/lists/web/own-order.ts'
import { weekdayText } from '#modules/orders/arrival.ts'
import { refusedProofText } from '#modules/orders/refused-proof.ts'
import type { ProfileOrder, ShownOrder } from '#modules/orders/shapes.ts'
import { CancelOrder } from '#modules/orders/web/cancel-order.tsx'
import { OrderLines } from '#modules/orders/web/order-lines.tsx'
import {
	canCancel,
	moneyBackTexts,
	orderEventText,
	orderNext,
	payableText,
	type TransferState,
	timelineOf,
	totalParts,
	waitingText,
} from '#modules/orders/web/own-order.ts'
import { PayAgain, payNotice } from '#modules/orders/web/pay-again.tsx'
import { ProofLinks } from '#modules/orders/web/proof-links.tsx'
import { useRepeatOrder } from '#modules/orders/web/use-order-actions.ts'
import '#core/web/ui/screen-parts.css'
import '#modules/orders/web/own-orders.css'
import { rightsOf } from '#modules/orders/consumer-rights.ts'
import { customerEstado } from '#modules/orders/estado.ts'

function entregaOf(
	{ tipo_entrega, direccion, estacion_retiro, horario_retiro }: ShownOrder,
	estacion: string,
): readonly (readonly [string, string])[] {
	if (tipo_entrega !== 'retiro')
		return [
			['Entrega', 'Despacho a domicilio'],
			['Dirección', formatDireccion(direccion) || 'No Registrada'],
		]
	const hours = horario_retiro ? `, ${horario_retiro}` : ''
	return [['Dirección', `Retiro en ${pickupPlace(estacion_retiro ?? estacion)}${hours}`]]
}

/** The day of a sold delivery, or the term as shown before paying. */
function termOf({ llega_hasta, plazo_entrega }: ShownOrder): readonly (readonly [string, string])[] {
	if (llega_hasta) return [['Llega', `a más tardar el ${weekdayText(llega_hasta)}`]]
	return plazo_entrega ? [['Plazo', deliveryTermText(plazo_entrega)]] : []
}

function factsOf(order: ShownOrder, estacion: string): readonly (readonly [string, string])[] {
	const { metodo_pago, total } = order
	return [
		['Método de pago', isMetodoPago(metodo_pago) ? metodoPagoText[metodo_pago] : metodo_pago],
		...entregaOf(order, estacion),
		...termOf(order),
		...ownOrderFacts.flatMap((of) => of(order)),
		...totalParts(order),
		['Total', order.devuelto > 0 ? `${formatClp(total)} · devuelto ${formatClp(order.devuelto)}` : formatClp(total)],
	]
}

/** The timeline gets the focus when the order's focused button disappears. `buttons`: those that may disappear. */
function useFocusWithout(buttons: string) {
	const timeline = useRef<HTMLOListElement>(null)
	const before = useRef(buttons)
	useEffect(() => {
		const isGone = before.current !== buttons
		before.current = buttons
		if (isGone && document.activeElement === document.body) timeline.current?.focus()
	}, [buttons])
	return timeline
}

function Timeline({ order }: { order: ShownOrder }) {
	const list = useFocusWithout(`${orderNext(order)} ${canCancel(order)}`)
	return (
		<ol ref={list} tabIndex={-1} className="timeline" aria-label="Lo que ha pasado con tu pedido">
			{timelineOf(order.historia).map((event) => (
				<li key={`${event.created_at} ${event.tipo} ${event.estado}`}>
					<span className="strong">{orderEventText(event)}</span>
					<time dateTime={event.created_at} className="muted small">
						{formatMoment(event.created_at)}
					</time>
				</li>
			))}
		</ol>
	)
}

/** Expired order: the same products at current prices. */
function OrderAnew({ order }: { order: ShownOrder }) {
	const repeat = useRepeatOrder(order)
	return (
		<div>
			<p className="muted below-s">
				Esta orden no se pagó a tiempo y ya no se puede pagar. Puedes pedir lo mismo de nuevo, a los precios de hoy.
			</p>
			<Button onClick={() => void repeat()}>Hacer un pedido nuevo</Button>
		</div>
	)
}

/** Refunds, and what the shop still owes the customer. */
function MoneyBack({ order }: { order: ShownOrder }) {
	const texts = moneyBackTexts(order)
	return texts.length > 0 ? <p className="order-refunds strong">{texts.join('\n')}</p> : null
}

/** What the customer waits for. */
function Waiting({ order }: { order: ShownOrder }) {
	const text = waitingText(order)
	return text ? <p className="muted">{text}</p> : null
}

/** Next action of the customer, if any. */
function NextAction({ order, token }: { order: ShownOrder; token?: string | undefined }) {
	const next = orderNext(order)
	// A refused payment may have taken its button away, and the message remains.
	if (!next) return <NoticePlace at={payNotice} />
	if (next === 'pedir_de_nuevo') {
		return (
			<>
				<NoticePlace at={payNotice} />
				<OrderAnew order={order} />
			</>
		)
	}
	if (next === 'pagar') {
		return (
			<div>
				{order.pagable_hasta && (
					<p className="muted">{`El pago no se completó. ${payableText(order.pagable_hasta)}`}</p>
				)}
				<PayAgain order={order} token={token}>
					Pagar ahora
				</PayAgain>
			</div>
		)
	}
	const transfer: TransferState = {
		orden_id: order.id,
		nro_orden: order.nro_orden,
		total: order.total,
		despacho: order.despacho,
		descuento: order.descuento,
		carrito: order.carrito,
		isExpired: order.estado === 'fallida',
		comprobante_rechazado: order.comprobante_rechazado,
	}
	return (
		<>
			{order.comprobante_rechazado && <Alert tone="warn">{refusedProofText(order.comprobante_rechazado)}</Alert>}
			<ScreenLink to="/checkout-transferencia" state={transfer} className="button button-solid">
				Subir comprobante
			</ScreenLink>
		</>
	)
}

/** The whole order: timeline, next action, lines, payment and delivery. `token`: of the signed link that shows and pays it. */
export function OwnOrderDetail({ order, token }: { order: ShownOrder; token?: string }) {
	const { estacion_retiro, tienda } = usePageData()
	const repeat = useRepeatOrder(order)
	const { comprobantes_descarga: links = [] } = order
	return (
		<div className="order-detail">
			<Slot parts={ownOrderHead} props={{ order }} />
			<MoneyBack order={order} />
			<Waiting order={order} />
			<OwnRights order={order} />
			{order.historia.length > 0 && <Timeline order={order} />}
			<NextAction order={order} token={token} />
			<OrderLines lines={order.carrito} />
			<dl className="own-facts">
				{factsOf(order, estacion_retiro).map(([label, value]) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd className={label === 'Total' ? 'strong digits' : ''}>{value}</dd>
					</div>
				))}
				<Slot parts={ownOrderEntries} props={{ order }} />
				{links.length > 0 && (
					<div>
						<dt>Comprobantes</dt>
						<dd>
							<ProofLinks order={{ ...order, comprobantes_descarga: links }} />
						</dd>
					</div>
				)}
			</dl>
			{orderNext(order) !== 'pedir_de_nuevo' && (
				<Button look="outline" onClick={() => void repeat()}>
					Repetir pedido
				</Button>
			)}
			{token === undefined && canCancel(order) && <CancelOrder order={order} />}
			<p className="muted facts-line">
				<span>¿Dudas con tu pedido?</span>
				<a href={`mailto:${tienda.correo}?subject=Orden%20${order.nro_orden}`} className="link">
					{tienda.correo}
				</a>
				<WhatsappLink phone={tienda.telefono} to="la tienda" />
			</p>
		</div>
	)
}

interface Delivered extends Pick<ProfileOrder, 'estado' | 'historia' | 'dinero'> {
	/** Where couriers record deliveries. */
	readonly entrega?: { readonly hecha_at: string | null } | null
}

/** Returns the hand-over: the courier's record, otherwise the change by staff. */
export function handedOverAt({ estado, entrega, historia, dinero }: Delivered): string | undefined {
	// A fully refunded order has no right of withdrawal left.
	if (estado !== 'completado' || dinero === 'devuelta') return undefined
	return entrega?.hecha_at ?? historia.findLast((event) => event.estado === 'completado')?.created_at
}

/** Ends of withdrawal and warranty; nothing before the hand-over. */
function OwnRights({ order }: { order: Delivered }) {
	const at = handedOverAt(order)
	if (!at) return null
	const { retracto, garantia } = rightsOf(new Date(at))
	return (
		<p className="muted">
			<span>{`Puedes arrepentirte hasta el ${formatDay(retracto)}, y la garantía legal vale hasta el ${formatDay(garantia)}. `}</span>
			<ScreenLink className="link" to="/politicas#retracto">
				Tus derechos
			</ScreenLink>
		</p>
	)
}

const tones = { amarillo: 'warn', verde: 'ok', rojo: 'danger' } as const

export function EstadoBadge({ estado }: { estado: string }) {
	const { label, color } = customerEstado(estado)
	// Displayed with a capital, stored in lower case.
	return (
		<Badge tone={color ? tones[color] : 'info'} className="estado-badge">
			{label}
		</Badge>
	)
}
