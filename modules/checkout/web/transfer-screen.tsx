import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { formatClp } from '#core/rules/money.ts'
import { fetchFrom, withQueries } from '#core/web/session/query-client.tsx'
import { Button, LinkButton } from '#core/web/ui/buttons.tsx'
import { useHydrated } from '#core/web/ui/hooks.ts'
import { Skeleton } from '#core/web/ui/parts.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { confirmTransferOrder } from '#modules/checkout/endpoints.ts'
import { BankDetails } from '#modules/checkout/web/bank-details.tsx'
import { useCheckoutOptions } from '#modules/checkout/web/checkout-data.ts'
import { ProofForm } from '#modules/checkout/web/proof-form.tsx'
import { transferReservationHours } from '#modules/orders/hold-times.ts'
import { refusedProofText } from '#modules/orders/refused-proof.ts'
import { OrderLines, ReadTotal } from '#modules/orders/web/order-lines.tsx'
import type { TransferState } from '#modules/orders/web/own-order.ts'
import '#modules/checkout/web/transfer.css'
import { isRecord } from '#core/rules/values.ts'
import { readCart } from '#modules/cart/cart.ts'
import type { Estado } from '#modules/orders/estado.ts'

function Bank({ order }: { order: TransferState }) {
	const options = useCheckoutOptions()
	if (options.data) return <BankDetails banco={options.data.banco} total={order.total} nro_orden={order.nro_orden} />
	if (!options.isError) return <Skeleton size="page" label="Cargando los datos para transferir…" />
	return (
		<div className="stack loose from-start">
			<Alert>No pudimos cargar los datos de la cuenta. También los enviamos a tu correo.</Alert>
			<Button look="outline" onClick={() => void options.refetch()}>
				Reintentar
			</Button>
		</div>
	)
}

const askAgainMs = 60_000

/**
 * Current state of the order, which expires or is changed by staff while the page is open. Before the first answer: the
 * state at navigation.
 */
function useOrderNow(known: TransferState): { order: TransferState; stage: TransferStage; askAgain: () => void } {
	const { data, refetch } = useQuery({
		queryKey: ['transferencia', known.orden_id],
		queryFn: () => fetchFrom(confirmTransferOrder, { query: { orden_id: known.orden_id } }),
		staleTime: 0,
		refetchInterval: askAgainMs,
		refetchOnWindowFocus: true,
	})
	return {
		order: { ...known, ...data },
		stage: transferStage(data?.estado, known.isExpired),
		askAgain: () => void refetch(),
	}
}

/** First message of each stage. An expired transfer must be stopped, and a sent one accepted. */
function headOf(
	stage: TransferStage,
	{ nro_orden, total, comprobante_rechazado }: TransferState,
): readonly [title: string, text: string] {
	const which = nro_orden === undefined ? 'tu pedido' : `tu orden N° ${nro_orden}`
	const reserved = nro_orden === undefined ? 'Tu pedido quedó reservado' : `Tu orden N° ${nro_orden} quedó reservada`
	switch (stage) {
		case 'abierta':
			if (comprobante_rechazado) {
				return [
					'Sube otro comprobante',
					`${refusedProofText(comprobante_rechazado)} Si ya transferiste ${formatClp(total)}, no hace falta transferir de nuevo.`,
				]
			}
			return [
				`Transfiere ${formatClp(total)}`,
				`${reserved} por ${transferReservationHours} horas. Transfiere dentro de ese plazo y sube el comprobante para que la preparemos.`,
			]
		case 'vencida':
			return [
				'El plazo para transferir terminó',
				`Ya no guardamos las unidades de ${which}: no transfieras ahora. Si todavía las quieres, haz un pedido nuevo. Solo si ya transferiste, sube el comprobante y revisaremos tu pago.`,
			]
		case 'en_revision':
			return [
				'Recibimos tu comprobante',
				`Una persona revisa el pago de ${which}. Si te equivocaste de imagen, sube otra: no hace falta transferir de nuevo.`,
			]
		case 'pagada':
			return ['Tu pago está confirmado', `No tienes que transferir nada más por ${which}.`]
		case 'cancelada':
			return [
				'Tu pedido fue cancelado',
				`Ya no esperamos el pago de ${which}: no transfieras ahora. Si ya transferiste, escríbenos.`,
			]
	}
}

function Transfer({ known }: { known: TransferState }) {
	const { order, stage, askAgain } = useOrderNow(known)
	const [title, text] = headOf(stage, order)
	const isOver = stage === 'pagada' || stage === 'cancelada'
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		// The form disappeared with the focus in it.
		if (isOver && document.activeElement === document.body) heading.current?.focus()
	}, [isOver])
	return (
		<div className="page">
			<div role="status">
				<h1 ref={heading} tabIndex={-1} className="title-l">
					{title}
				</h1>
				<p className="transfer-lead muted above-s">{text}</p>
			</div>
			<div className="transfer desk-columns">
				<div className="transfer-main">
					{stage === 'abierta' && <Bank order={order} />}
					<section aria-labelledby="transferencia-pedido">
						<h2 id="transferencia-pedido" className="title-m below-xs">
							Tu pedido
						</h2>
						<OrderLines lines={order.carrito} />
						<dl className="pay-parts">
							<ReadTotal order={order} />
						</dl>
					</section>
					{isOver && (
						<LinkButton to="/perfil?tab=ordenes" className="at-start">
							Ver mis órdenes
						</LinkButton>
					)}
				</div>
				{!isOver && <ProofForm orden_id={order.orden_id} onUnwanted={askAgain} />}
			</div>
		</div>
	)
}

function Missing() {
	return (
		<div className="page">
			<div className="empty-state stack loose">
				<h1 className="title-l">Transferencia</h1>
				<Alert>No se encontró información de la orden.</Alert>
				<p className="muted narrow">Si ya hiciste un pedido, lo encuentras en tu perfil con sus datos de pago.</p>
				<LinkButton to="/">Volver al inicio</LinkButton>
			</div>
		</div>
	)
}

/** Bank account and proof form of a transfer. The order is in the navigation state. */
function TransferScreen() {
	const isHydrated = useHydrated()
	const order = readTransferState(useLocation().state)
	if (!isHydrated) {
		return (
			<div className="page">
				<Skeleton size="title" />
			</div>
		)
	}
	return order ? <Transfer key={order.orden_id} known={order} /> : <Missing />
}

export default withQueries(TransferScreen)

/** Optional fields of the state. */
const otherFields = { nro_orden: undefined, despacho: 0, descuento: 0, isExpired: false, comprobante_rechazado: null }

/** Reads the navigation state of the transfer page; undefined unless it has order, total and cart. */
export function readTransferState(state: unknown): TransferState | undefined {
	if (!isRecord(state)) return undefined
	const { orden_id, total } = state
	const carrito = readCart(state.carrito)
	if (typeof orden_id !== 'string' || orden_id === '' || carrito.length === 0) return undefined
	return typeof total === 'number' ? { ...otherFields, ...state, orden_id, total, carrito } : undefined
}

/** Stage of a transfer, which selects the page's texts and parts. */
type TransferStage = 'abierta' | 'vencida' | 'en_revision' | 'pagada' | 'cancelada'

const stages: Readonly<Record<Estado, TransferStage>> = {
	pendiente: 'abierta',
	fallida: 'vencida',
	en_revision: 'en_revision',
	pagada: 'pagada',
	completado: 'pagada',
	cancelado: 'cancelada',
}

/** Returns the stage for the order's state; before it is known, for its initial time limit. */
export function transferStage(estado: Estado | undefined, wasExpired: boolean): TransferStage {
	if (estado === undefined) return wasExpired ? 'vencida' : 'abierta'
	return stages[estado]
}
