import type { OrderDetail } from '#contract/staff/order-detail.ts'
import { formatClp } from '#domain/money.ts'
import { estadoText } from '#domain/orders/estado.ts'
import { adjustmentOf } from '#domain/orders/totals.ts'
import { paymentDetailRows } from '#domain/payments/payment-details.ts'
import { formatMoment } from '#web/accounts/local-moment.ts'
import { RefundDoubt } from '#web/staff/order/refund-doubt.tsx'
import { metodoText } from '#web/staff/orders/order-fields.ts'
import { Badge } from '#web/ui/badge.tsx'

const destinies: Readonly<Record<string, string>> = {
	aplicado: 'paga esta orden',
	por_devolver: 'tiene que devolverse',
	caso: 'espera una decisión',
}

const refundTones: Readonly<Record<string, 'info' | 'ok' | 'danger'>> = {
	hecha: 'ok',
	rechazada: 'danger',
	en_duda: 'danger',
}

/** The total with its parts. What staff set by hand has a row of its own, so that the rows always add up. */
export function Totals({ detail }: { detail: OrderDetail }) {
	const { subtotal, despacho, descuento, total, cupon, tipo_entrega } = detail
	const adjustment = adjustmentOf(detail)
	const parts = [
		['Subtotal', formatClp(subtotal)],
		...(tipo_entrega === 'retiro' ? [] : [['Despacho', despacho === 0 ? 'Gratis' : formatClp(despacho)]]),
		...(descuento > 0 ? [[cupon ? `Descuento (${cupon})` : 'Descuento', formatClp(-descuento)]] : []),
		...(adjustment === 0 ? [] : [['Ajuste', formatClp(adjustment)]]),
	]
	return (
		<dl className="order-parts">
			{parts.map(([label, amount]) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>{amount}</dd>
				</div>
			))}
			<div className="font-semibold">
				<dt>Total</dt>
				<dd>{formatClp(total)}</dd>
			</div>
		</dl>
	)
}

/** What the gateways hold of this order, every try to pay it, and what goes back. */
export function Payments({ detail }: { detail: OrderDetail }) {
	const { pagos, intentos, devoluciones } = detail
	if (pagos.length + intentos.length + devoluciones.length === 0) {
		return <p className="text-muted">Ninguna pasarela tiene pagos de esta orden.</p>
	}
	return (
		<>
			<ul hidden={pagos.length + devoluciones.length === 0}>
				{pagos.map((pago) => (
					<li key={`${pago.gateway} ${pago.pago_id}`} className="staff-row">
						<div className="min-w-0">
							<p className="font-semibold tabular-nums">
								{formatClp(pago.monto)} por {metodoText(pago.gateway)}
							</p>
							<p className="text-muted text-s break-words">
								Pago {pago.pago_id} · {formatMoment(pago.created_at)}
								{pago.destino && ` · ${destinies[pago.destino] ?? pago.destino}`}
								{paymentDetailRows(pago.detalle).map(({ label, value }) => ` · ${label}: ${value}`)}
								{pago.devuelto > 0 && ` · devuelto ${formatClp(pago.devuelto)}`}
							</p>
						</div>
						<Badge tone={pago.estado === 'aprobado' ? 'ok' : 'info'}>{estadoText(pago.estado)}</Badge>
					</li>
				))}
				{devoluciones.map((refund) => (
					<li key={refund.id} className="staff-row">
						<div className="min-w-0">
							<p className="font-semibold tabular-nums">Devolución de {formatClp(refund.monto)}</p>
							<p className="text-muted text-s break-words">
								{refund.motivo && `${refund.motivo} · `}
								{formatMoment(refund.created_at)}
								{refund.devolucion_id && ` · ${refund.devolucion_id}`}
							</p>
						</div>
						<Badge tone={refundTones[refund.estado] ?? 'info'}>{estadoText(refund.estado)}</Badge>
						<RefundDoubt orden_id={detail.id} refund={refund} />
					</li>
				))}
			</ul>
			{pagos.length === 0 && <Attempts attempts={intentos} />}
			{pagos.length > 0 && intentos.length > 0 && (
				<details className="order-more">
					<summary>Intentos de pago ({intentos.length})</summary>
					<Attempts attempts={intentos} />
				</details>
			)}
		</>
	)
}

/** Every try to pay, with the gateway's own name for it. */
function Attempts({ attempts }: { attempts: OrderDetail['intentos'] }) {
	return (
		<ul>
			{attempts.map((attempt) => (
				<li key={attempt.id} className="staff-row">
					<div className="min-w-0">
						<p className="tabular-nums">
							Intento de {formatClp(attempt.monto)} por {metodoText(attempt.gateway)}
						</p>
						<p className="text-muted text-s break-words">
							{formatMoment(attempt.created_at)}
							{attempt.gateway_ref && ` · ${attempt.gateway_ref}`}
						</p>
					</div>
					<Badge>{estadoText(attempt.estado)}</Badge>
				</li>
			))}
		</ul>
	)
}
