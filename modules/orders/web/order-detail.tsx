import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatClp } from '#core/rules/money.ts'
import { isGatewayMethod, isMetodoPago, metodoPagoText } from '#core/rules/payment-methods.ts'
import { call } from '#core/web/session/api.ts'
import { useSessionExpired } from '#core/web/session/login.ts'
import { profileKey } from '#core/web/session/query-client.tsx'
import { Button, ScreenLink, WhatsappLink } from '#core/web/ui/buttons.tsx'
import { ActionDialog } from '#core/web/ui/dialogs.tsx'
import { formatDay, formatMoment } from '#core/web/ui/format-date.ts'
import { clearNotices, NoticePlace, notify } from '#core/web/ui/notices.tsx'
import { Alert, Badge, Slot } from '#core/web/ui/screen-parts.tsx'
import { readCart } from '#modules/cart/cart.ts'
import { changeCart, refreshPrices } from '#modules/cart/web/cart-store.ts'
import { usePageData } from '#modules/catalog/web/catalog.tsx'
import { deliveryTermText, formatDireccion, pickupPlace } from '#modules/delivery/delivery.ts'
import { ownOrderEntries, ownOrderFacts, ownOrderHead, ownOrderRights } from '#modules/lists/web/own-order.ts'
import { weekdayText } from '#modules/orders/arrival.ts'
import { rightsOf } from '#modules/orders/consumer-rights.ts'
import { cancelOrder } from '#modules/orders/endpoints.ts'
import { customerEstado } from '#modules/orders/estado.ts'
import { refusedProofText } from '#modules/orders/refused-proof.ts'
import type { ProfileOrder, ShownOrder } from '#modules/orders/shapes.ts'
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
import '#core/web/ui/screen-parts.css'
import '#modules/orders/web/own-orders.css'

function factsOf(order: ShownOrder, estacion: string): readonly (readonly [string, string])[] {
	const { metodo_pago, total, horario_retiro, llega_hasta, plazo_entrega } = order
	const hours = horario_retiro ? `, ${horario_retiro}` : ''
	const delivery: readonly (readonly [string, string])[] =
		order.tipo_entrega === 'retiro'
			? [['Dirección', `Retiro en ${pickupPlace(order.estacion_retiro ?? estacion)}${hours}`]]
			: [
					['Entrega', 'Despacho a domicilio'],
					['Dirección', formatDireccion(order.direccion) || 'No Registrada'],
				]
	// The day of a sold delivery, or the term as shown before paying.
	const term: readonly (readonly [string, string])[] = plazo_entrega ? [['Plazo', deliveryTermText(plazo_entrega)]] : []
	return [
		['Método de pago', isMetodoPago(metodo_pago) ? metodoPagoText[metodo_pago] : metodo_pago],
		...delivery,
		...(llega_hasta ? [['Llega', `a más tardar el ${weekdayText(llega_hasta)}`] as const] : term),
		...ownOrderFacts.flatMap((of) => of(order)),
		...totalParts(order),
		['Total', order.devuelto > 0 ? `${formatClp(total)} · devuelto ${formatClp(order.devuelto)}` : formatClp(total)],
	]
}

function Timeline({ order }: { order: ShownOrder }) {
	const list = useRef<HTMLOListElement>(null)
	// The timeline gets the focus when the order's focused button disappears.
	const buttons = `${orderNext(order)} ${canCancel(order)}`
	const before = useRef(buttons)
	useEffect(() => {
		const isGone = before.current !== buttons
		before.current = buttons
		if (isGone && document.activeElement === document.body) list.current?.focus()
	}, [buttons])
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

/** Next action of the customer, if any. */
function NextAction({
	order,
	token,
	onRepeat,
}: {
	order: ShownOrder
	token?: string | undefined
	onRepeat: () => void
}) {
	const next = orderNext(order)
	// A refused payment may have taken its button away, and the message remains.
	if (!next) return <NoticePlace at={payNotice} />
	if (next === 'pedir_de_nuevo') {
		return (
			<>
				<NoticePlace at={payNotice} />
				<div>
					<p className="muted below-s">
						Esta orden no se pagó a tiempo y ya no se puede pagar. Puedes pedir lo mismo de nuevo, a los precios de hoy.
					</p>
					<Button onClick={onRepeat}>Hacer un pedido nuevo</Button>
				</div>
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
	const navigate = useNavigate()
	const { comprobantes_descarga: links = [] } = order
	const refunds = moneyBackTexts(order)
	const waiting = waitingText(order)

	/** Fills the cart with the lines of the order at current prices. */
	async function repeat(): Promise<void> {
		changeCart((cart) => readCart([...cart, ...order.carrito]))
		navigate('/carrito')
		await refreshPrices()
	}
	return (
		<div className="order-detail">
			<Slot parts={ownOrderHead} props={{ order }} />
			{refunds.length > 0 && <p className="order-refunds strong">{refunds.join('\n')}</p>}
			{waiting && <p className="muted">{waiting}</p>}
			{ownOrderRights.length > 0 ? (
				<Slot parts={ownOrderRights} props={{ order, token }} />
			) : (
				<OwnRights order={order} />
			)}
			{order.historia.length > 0 && <Timeline order={order} />}
			<NextAction order={order} token={token} onRepeat={() => void repeat()} />
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

const cancelFailedText = 'No pudimos cancelar tu pedido. Intenta nuevamente.'

/** Cancels an own unpaid order after a confirmation. */
function CancelOrder({ order }: { order: ShownOrder }) {
	const [isOpen, setOpen] = useState(false)
	const client = useQueryClient()
	const expired = useSessionExpired()
	const cancellation = useMutation({ mutationFn: () => call(cancelOrder, { params: { id: order.id } }) })
	const { data, isPending } = cancellation

	async function cancel(): Promise<void> {
		clearNotices()
		const answer = await cancellation.mutateAsync()
		if (answer.status === 401) return expired('/perfil?tab=ordenes')
		const isRefused = answer.status === 409 || answer.status === 404
		if (!answer.ok && !isRefused) return
		setOpen(false)
		if (!answer.ok) notify(answer.text ?? cancelFailedText, 'problem', { at: payNotice })
		// After a refusal the shown state is outdated: the order may be paid.
		void client.invalidateQueries({ queryKey: profileKey })
	}

	return (
		<>
			<Button
				look="plain"
				isBusy={data?.ok === true}
				onClick={() => {
					cancellation.reset()
					setOpen(true)
				}}
			>
				Cancelar pedido
			</Button>
			{isOpen && (
				<ActionDialog
					title="¿Cancelar tu pedido?"
					confirmText="Cancelar pedido"
					confirmLook="danger"
					isBusy={isPending}
					problem={data && !data.ok ? (data.status !== 0 && data.text) || cancelFailedText : undefined}
					onConfirm={() => void cancel()}
					onClose={() => setOpen(false)}
				>
					<p className="above-xs">{`Tu pedido ${order.nro_orden} se cancela y sus unidades vuelven a la venta.`}</p>
					{order.metodo_pago === 'transferencia' && (
						<p className="above-s">Si ya transferiste, no lo canceles: sube tu comprobante.</p>
					)}
					{isGatewayMethod(order.metodo_pago) && (
						<p className="above-s">Si dejaste abierta la página de pago, ciérrala sin pagar.</p>
					)}
				</ActionDialog>
			)}
		</>
	)
}
