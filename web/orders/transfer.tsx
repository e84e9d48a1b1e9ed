import { useLocation } from 'react-router'
import { formatClp } from '#domain/money.ts'
import { BankDetails } from '#web/orders/bank-details.tsx'
import { OrderLines, ReadTotal } from '#web/orders/order-lines.tsx'
import type { TransferState } from '#web/orders/order-outcome.ts'
import { ProofForm } from '#web/orders/proof-form.tsx'
import { readTransferState } from '#web/orders/read-transfer-state.ts'
import { useCheckoutOptions } from '#web/orders/use-checkout-options.ts'
import { withQueries } from '#web/query-client.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useAlive } from '#web/ui/use-alive.ts'
import '#web/orders/transfer.css'

function Bank({ order }: { order: TransferState }) {
	const options = useCheckoutOptions()
	if (options.data) return <BankDetails banco={options.data.banco} total={order.total} nro_orden={order.nro_orden} />
	if (!options.isError) return <Skeleton className="h-96 w-full" label="Cargando los datos para transferir…" />
	return (
		<div className="grid justify-items-start gap-4">
			<Alert>No pudimos cargar los datos de la cuenta. También los enviamos a tu correo.</Alert>
			<Button look="outline" onClick={() => void options.refetch()}>
				Reintentar
			</Button>
		</div>
	)
}

function Open({ order }: { order: TransferState }) {
	return (
		<>
			<h1 className="title-l">Transfiere {formatClp(order.total)}</h1>
			<p className="text-muted mt-3 max-w-[60ch]">
				{order.nro_orden === undefined ? 'Tu pedido quedó reservado' : `Tu orden N° ${order.nro_orden} quedó reservada`}{' '}
				por 48 horas. Transfiere dentro de ese plazo y sube el comprobante para que la preparemos.
			</p>
		</>
	)
}

/** Whoever transfers now pays for bottles that nobody keeps for them; whoever has done so in time still has to be heard. */
function Expired({ order }: { order: TransferState }) {
	const which = order.nro_orden === undefined ? 'tu pedido' : `tu orden N° ${order.nro_orden}`
	return (
		<>
			<h1 className="title-l">El plazo para transferir terminó</h1>
			<p className="text-muted mt-3 max-w-[60ch]">
				Ya no guardamos las unidades de {which}: no transfieras ahora. Si todavía las quieres, haz un pedido nuevo. Solo
				si ya transferiste, sube el comprobante y revisaremos tu pago.
			</p>
		</>
	)
}

function Transfer({ order }: { order: TransferState }) {
	return (
		<div className="page">
			{order.isExpired ? <Expired order={order} /> : <Open order={order} />}
			<div className="transfer">
				<div className="transfer-main">
					{!order.isExpired && <Bank order={order} />}
					{order.carrito.length > 0 && (
						<section aria-labelledby="transferencia-pedido">
							<h2 id="transferencia-pedido" className="title-m mb-2">
								Tu pedido
							</h2>
							<OrderLines lines={order.carrito} />
							<dl className="pay-parts">
								<ReadTotal order={order} />
							</dl>
						</section>
					)}
				</div>
				<ProofForm orden_id={order.orden_id} />
			</div>
		</div>
	)
}

function Missing() {
	return (
		<div className="page">
			<div className="empty-state">
				<h1 className="title-l">Transferencia</h1>
				<Alert>No se encontró información de la orden.</Alert>
				<p className="text-muted max-w-[44ch]">
					Si ya hiciste un pedido, lo encuentras en tu perfil con sus datos de pago.
				</p>
				<LinkButton to="/">Volver al inicio</LinkButton>
			</div>
		</div>
	)
}

/** How to pay by transfer, and where to leave the proof. The order comes through navigation, which only the browser knows. */
function TransferScreen() {
	const isAlive = useAlive()
	const order = readTransferState(useLocation().state)
	if (!isAlive) {
		return (
			<div className="page">
				<Skeleton className="h-12 w-72 max-w-full" />
			</div>
		)
	}
	return order ? <Transfer order={order} /> : <Missing />
}

export default withQueries(TransferScreen)
