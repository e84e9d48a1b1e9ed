import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { formatClp } from '#core/rules/money.ts'
import { isGatewayMethod } from '#core/rules/payment-methods.ts'
import { accessToken, requestTo, send } from '#core/web/session/api.ts'
import { fetchData, withQueries } from '#core/web/session/query-client.tsx'
import { Button, LinkButton } from '#core/web/ui/buttons.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { useHydrated } from '#core/web/ui/hooks.ts'
import { Icon, type IconName } from '#core/web/ui/parts.tsx'
import { withoutBought } from '#modules/cart/cart.ts'
import { changeCart, currentCart } from '#modules/cart/web/cart-store.ts'
import { storeCart } from '#modules/cart/web/saved-cart.ts'
import { BottleStage } from '#modules/catalog/web/bottle-stage.tsx'
import { useColors, usePageData } from '#modules/catalog/web/catalog.tsx'
import type { ReadConfirmation } from '#modules/checkout/shapes.ts'
import { clearCheckoutForm, clearPendingOrder } from '#modules/checkout/web/checkout-form.ts'
import {
	type ConfirmationCall,
	type ConfirmationView,
	confirmationCall,
	confirmationView,
	isFirstConfirmation,
} from '#modules/checkout/web/confirmation-call.ts'
import { Confirming } from '#modules/checkout/web/confirming.tsx'
import { gatewayPages } from '#modules/checkout/web/gateway-pages.ts'
import { formatDireccion, pickupPlace } from '#modules/delivery/delivery.ts'
import { afterPayment } from '#modules/lists/web/confirmation.ts'
import { listOwnOrders } from '#modules/orders/endpoints.ts'
import { paymentDetailRows } from '#modules/orders/payment-details.ts'
import type { ProfileOrder } from '#modules/orders/shapes.ts'
import { OrderLines, ReadTotal } from '#modules/orders/web/order-lines.tsx'
import { payableText } from '#modules/orders/web/own-order.ts'
import { PayAgain } from '#modules/orders/web/pay-again.tsx'
import '#modules/checkout/web/confirmation.css'

const pollMs = 5_000
const maxPolls = 12
const icons: Readonly<Record<ConfirmationView['tone'], IconName>> = { ok: 'check', warn: 'alert', danger: 'close' }

/**
 * The address of an order, from the logged-in customer's newest orders: anyone with the order's id may read the
 * confirmation, which has none. Empty when it is not read in time.
 */
async function readAddress(): Promise<(orderId: string | undefined) => string> {
	const request = requestTo(listOwnOrders, { query: { page: 1 } })
	const newest = accessToken() ? await send(request, { timeoutMs: 4_000 }) : undefined
	const orders = (newest?.ok && newest.data?.ordenes) || []
	return (orderId) => formatDireccion(orders.find(({ id }) => id === orderId)?.direccion ?? '')
}

function Mark({ tone }: { tone: ConfirmationView['tone'] }) {
	return (
		<span className={`confirmation-mark tone-${tone}`}>
			<Icon name={icons[tone]} />
		</span>
	)
}

/** Next steps and links, after the order. Without a view its state is unknown. */
function Next({ view }: { view: ConfirmationView | undefined }) {
	const hasFailed = view?.canRetry && !view.isWaiting
	return (
		<>
			{view && view.steps.length > 0 && (
				<ol className="next-steps">
					{view.steps.map((step) => (
						<li key={step}>
							<span>{step}</span>
						</li>
					))}
				</ol>
			)}
			<div className="row">
				<LinkButton to="/perfil?tab=ordenes" look={hasFailed ? 'outline' : 'solid'}>
					Ver mis órdenes
				</LinkButton>
				{view?.isWaiting && (
					<LinkButton to="/pago" look="outline">
						Intentar el pago otra vez
					</LinkButton>
				)}
				{(!view || view.isConfirmed) && (
					<LinkButton to="/" look="outline">
						Volver al inicio
					</LinkButton>
				)}
			</div>
		</>
	)
}

function Problem({ text, onRetry }: { text: string; onRetry?: () => void }) {
	return (
		<section className="confirmation">
			<Mark tone="danger" />
			<div role="alert" className="confirmation-lines">
				<h1 className="title-l">{text}</h1>
			</div>
			<div className="row">
				{onRetry && <Button onClick={onRetry}>Reintentar</Button>}
				<LinkButton to="/perfil?tab=ordenes" look={onRetry ? 'outline' : 'solid'}>
					Ver mis órdenes
				</LinkButton>
				<LinkButton to="/" look="outline">
					Volver al inicio
				</LinkButton>
			</div>
		</section>
	)
}

/** Lines, delivery and every part of the total; nothing for an answer without them. */
function Ordered({ answer }: { answer: ReadConfirmation & { readonly direccion: string } }) {
	const { estacion_retiro } = usePageData()
	const { carrito = [], despacho = 0, descuento = 0, total, tipo_entrega, direccion, pago } = answer
	if (carrito.length === 0 || total === undefined) return null
	const at = pago?.autorizado_at
	const details = [
		...(pago ? paymentDetailRows(pago) : []),
		...(at ? [{ label: 'Fecha', value: formatMoment(at) }] : []),
	]
	return (
		<section className="confirmation-order" aria-label="Tu pedido">
			<OrderLines lines={carrito} />
			<dl className="pay-parts">
				{tipo_entrega && (
					<div>
						<dt>Entrega</dt>
						<dd className="at-end">
							{tipo_entrega === 'retiro'
								? `Retiro en ${pickupPlace(estacion_retiro)}`
								: direccion || 'Despacho a domicilio'}
						</dd>
					</div>
				)}
				<ReadTotal order={{ carrito, despacho, descuento, total }} />
				{details.map(({ label, value }) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd className="at-end">{value}</dd>
					</div>
				))}
			</dl>
		</section>
	)
}

function Confirmation({ call: { metodo, request } }: { call: ConfirmationCall }) {
	// The order with its address; polled for a minute while the gateway has not decided.
	const answer = useQuery({
		queryKey: ['confirmacion', request.address],
		queryFn: async () => {
			const [read, addressOf] = await Promise.all([fetchData(request), readAddress()])
			return read && { ...read, direccion: addressOf(read.orden_id) }
		},
		retry: 1,
		refetchInterval: ({ state }) => {
			const isWaiting = state.data?.estado && confirmationView(metodo, state.data.estado).isWaiting
			return isWaiting && state.dataUpdateCount <= maxPolls ? pollMs : false
		},
	})
	const { data } = answer
	const steps = data ? afterPayment.flatMap((step) => step(data) ?? []) : []
	const view = data?.estado && confirmationView(metodo, data.estado, steps)

	// A retry is a new order when the payment page cannot be paid again: for a settled order, and for a gateway whose page
	// expires at the return.
	const isGateway = isGatewayMethod(metodo)
	const isOver = view !== undefined && (!view.isWaiting || (isGateway && gatewayPages[metodo].endsWithReturn))
	// A confirmed gateway order leaves the cart once; transfer and cash orders left it at creation.
	const isBought = view?.isConfirmed === true && isGateway
	const { orden_id, nro_orden, carrito, total, pagable_hasta } = data ?? {}
	// biome-ignore lint/correctness/useExhaustiveDependencies: the lines of an order do not change
	useEffect(() => {
		if (isOver) clearPendingOrder()
		if (!isBought || nro_orden === undefined || !carrito || !isFirstConfirmation(nro_orden)) return
		clearCheckoutForm()
		changeCart((cart) => withoutBought(cart, carrito))
		if (accessToken()) void storeCart(currentCart())
	}, [isOver, isBought, nro_orden])

	// The failed order, if payable and its customer is logged in.
	const isPayable = orden_id && pagable_hasta && carrito && total !== undefined && accessToken()
	const order = isPayable ? { id: orden_id, metodo_pago: metodo, total, until: pagable_hasta } : undefined
	// The bottles of a valid order; until then the shop's own.
	const colors = useColors()
	const bought = [...new Set(carrito?.map(({ color }) => color))].filter((color) => colors.includes(color))
	return (
		<>
			<ConfirmationText answer={answer} view={view} order={order} />
			{view?.isConfirmed && bought.length > 0 ? <BottleStage colors={bought} isBand /> : <BottleStage />}
		</>
	)
}

interface ConfirmationTextProps {
	readonly answer: UseQueryResult<(ReadConfirmation & { readonly direccion: string }) | null>
	readonly view: ConfirmationView | undefined
	/** The failed order that can be paid again. */
	readonly order: (Pick<ProfileOrder, 'id' | 'metodo_pago' | 'total'> & { readonly until: string }) | undefined
}

function ConfirmationText({ answer, view, order }: ConfirmationTextProps) {
	const { data, isError, isPending, refetch } = answer
	if (isPending) return <Confirming />
	if (isError) return <Problem text="Error al verificar el estado de la orden." onRetry={() => void refetch()} />
	if (!data?.message) return <Problem text="No se pudo confirmar la orden." onRetry={() => void refetch()} />
	const [title, ...lines] = data.message.split('\n')
	const hasFailed = view?.canRetry && !view.isWaiting
	return (
		<section className="confirmation">
			{view && <Mark tone={view.tone} />}
			<div className="confirmation-lines" role="status">
				<h1 className="title-l">{title}</h1>
				{lines.map((line) => (
					<p key={line}>{line}</p>
				))}
			</div>
			{/* The one way on after a failed payment: the same order at its price, or the cart when that one is not payable here. */}
			{hasFailed && !order && <LinkButton to="/pago">Intentar el pago otra vez</LinkButton>}
			{hasFailed && order && (
				<div>
					<PayAgain order={order}>{`Pagar ${formatClp(order.total)} otra vez`}</PayAgain>
					<p className="muted above-s">{payableText(order.until)}</p>
				</div>
			)}
			<Ordered answer={data} />
			<Next view={view} />
		</section>
	)
}

/** Confirmation of an order: the server reads the gateway, the URL only names the order. */
function SuccessScreen() {
	const [query] = useSearchParams()
	const isHydrated = useHydrated()
	const call = isHydrated ? confirmationCall(query) : undefined
	return (
		<div className="with-stage">
			{!isHydrated && <Confirming />}
			{isHydrated && !call && <Problem text="No se pudo identificar la orden." />}
			{call ? <Confirmation key={call.request.address} call={call} /> : <BottleStage />}
		</div>
	)
}

export default withQueries(SuccessScreen)
