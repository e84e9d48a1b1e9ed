import { formatClp } from '#core/rules/money.ts'
import { formatDay, formatMoment } from '#core/web/ui/format-date.ts'
import { Badge } from '#core/web/ui/screen-parts.tsx'
import { paymentRows } from '#modules/lists/web/payment-rows.ts'
import { estadoText } from '#modules/orders/estado.ts'
import { adjustmentOf, handRefundWayText } from '#modules/orders/order-money.ts'
import { paymentDetailRows } from '#modules/orders/payment-details.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { metodoText, proofsOf } from '#modules/orders/staff/web/order-fields.ts'
import { RefundByTransfer, RefundDoubt } from '#modules/orders/staff/web/refund-results.tsx'
import { deletedProofText } from '#modules/orders/web/proof-links.tsx'
import { acceptanceOf } from '#modules/payments/refund-acceptance.ts'

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
export function OrderTotals({ detail }: { detail: OrderDetail }) {
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
			<div className="strong">
				<dt>Total</dt>
				<dd>{formatClp(total)}</dd>
			</div>
			{(
				[
					['Devuelto', detail.devuelto],
					['Perdido en disputa', detail.devuelto_por_banco],
				] as const
			).map(
				([label, amount]) =>
					amount > 0 && (
						<div key={label}>
							<dt>{label}</dt>
							<dd>{formatClp(amount)}</dd>
						</div>
					),
			)}
		</dl>
	)
}

/** What the gateways hold of this order, every try to pay it, and what goes back. */
export function Payments({ detail }: { detail: OrderDetail }) {
	const { pagos, intentos, devoluciones, devoluciones_a_mano } = detail
	const given = devoluciones.length + devoluciones_a_mano.length
	if (pagos.length + intentos.length + given === 0) {
		return <p className="muted">Ninguna pasarela tiene pagos de esta orden.</p>
	}
	return (
		<>
			<ul hidden={pagos.length + given === 0}>
				{pagos.map((payment) => (
					<Payment key={`${payment.gateway} ${payment.pago_id}`} payment={payment} />
				))}
				{paymentRows.map((Rows) => (
					<Rows key={Rows.name} detail={detail} />
				))}
				{devoluciones.map((refund) => (
					<GatewayRefund key={refund.id} detail={detail} refund={refund} />
				))}
				{devoluciones_a_mano.map((refund) => (
					<HandRefund key={refund.id} refund={refund} />
				))}
			</ul>
			{pagos.length === 0 && <Attempts attempts={intentos} />}
			{pagos.length > 0 && intentos.length > 0 && (
				<details className="order-more">
					<summary>{`Intentos de pago (${intentos.length})`}</summary>
					<Attempts attempts={intentos} />
				</details>
			)}
		</>
	)
}

/** What a gateway holds of this order. */
function Payment({ payment }: { payment: OrderDetail['pagos'][number] }) {
	return (
		<li className="staff-row">
			<div className="can-shrink">
				<p className="strong digits">{`${formatClp(payment.monto)} por ${metodoText(payment.gateway)}`}</p>
				<p className="muted small">
					{[
						`Pago ${payment.pago_id}`,
						formatMoment(payment.created_at),
						payment.destino && (destinies[payment.destino] ?? payment.destino),
						...paymentDetailRows(payment.detalle).map(({ label, value }) => `${label}: ${value}`),
						payment.devuelto > 0 && `devuelto ${formatClp(payment.devuelto)}`,
						payment.retirado > 0 && `retirado por la pasarela ${formatClp(payment.retirado)}`,
					]
						.filter(Boolean)
						.join(' · ')}
				</p>
			</div>
			<Badge tone={payment.estado === 'aprobado' ? 'ok' : 'info'}>
				{payment.estado === 'devuelto' && payment.retirado > 0 ? 'Retirado' : estadoText(payment.estado)}
			</Badge>
		</li>
	)
}

/** Money that goes back through the gateway. */
function GatewayRefund({ detail, refund }: { detail: OrderDetail; refund: OrderDetail['devoluciones'][number] }) {
	return (
		<li className="staff-row">
			<div className="can-shrink">
				<p className="strong digits">{`Devolución de ${formatClp(refund.monto)}`}</p>
				<p className="muted small">
					{[
						refund.motivo,
						formatMoment(refund.created_at),
						refund.devolucion_id,
						refund.por_transferencia && 'por transferencia',
					]
						.filter(Boolean)
						.join(' · ')}
				</p>
				<Acceptance refund={refund} />
			</div>
			<Badge tone={refundTones[refund.estado] ?? 'info'}>{estadoText(refund.estado)}</Badge>
			<RefundDoubt orden_id={detail.id} refund={refund} />
			<RefundByTransfer detail={detail} refund={refund} />
		</li>
	)
}

/** Money that staff gave back without a gateway. */
function HandRefund({ refund }: { refund: OrderDetail['devoluciones_a_mano'][number] }) {
	const { monto, medio, fecha, referencia, usuario } = refund
	return (
		<li className="staff-row">
			<div className="can-shrink">
				<p className="strong digits">{`Devolución de ${formatClp(monto)}`}</p>
				<p className="muted small">
					{[handRefundWayText[medio], formatDay(fecha), referencia, usuario].filter(Boolean).join(' · ')}
				</p>
			</div>
			<Badge tone="ok">{estadoText('hecha')}</Badge>
		</li>
	)
}

/** Until when the customer has to accept a refund, and what it costs the shop. */
function Acceptance({ refund }: { refund: OrderDetail['devoluciones'][number] }) {
	const acceptance = acceptanceOf(refund.gateway)
	if (!acceptance || !refund.aceptar_hasta) return null
	const isWaiting = refund.estado === 'en_curso'
	return (
		<p className="small">
			{`${isWaiting ? `El cliente tiene que aceptarla en ${metodoText(refund.gateway)} hasta el ${formatMoment(refund.aceptar_hasta)}. ` : ''}${metodoText(refund.gateway)} cobra ${acceptance.fee} por cada devolución aceptada.`}
		</p>
	)
}

/** Every try to pay, with the gateway's own name for it. */
function Attempts({ attempts }: { attempts: OrderDetail['intentos'] }) {
	return (
		<ul>
			{attempts.map((attempt) => (
				<li key={attempt.id} className="staff-row">
					<div className="can-shrink">
						<p className="digits">{`Intento de ${formatClp(attempt.monto)} por ${metodoText(attempt.gateway)}`}</p>
						<p className="muted small">
							{[formatMoment(attempt.created_at), attempt.gateway_ref].filter(Boolean).join(' · ')}
						</p>
					</div>
					<Badge>{estadoText(attempt.estado)}</Badge>
				</li>
			))}
		</ul>
	)
}

/** The proofs of a transfer as pictures, each to be opened large or kept. */
export function Proofs({ detail }: { detail: OrderDetail }) {
	const proofs = proofsOf(detail)
	if (proofs.length === 0) return <p className="muted">El cliente aún no sube su comprobante.</p>
	const { comprobante_rechazado: reason } = detail
	return (
		<>
			{reason && <p>{`Le pedimos otro al cliente. Motivo: ${reason}`}</p>}
			<ul className="proofs row loose">
				{proofs.map(({ link, file, isRefused }, at) => (
					<li key={file}>
						{isRefused && <Badge tone="danger">Rechazado</Badge>}
						{link === '' ? (
							<p className="muted">{deletedProofText}</p>
						) : (
							<>
								<a href={link} target="_blank" rel="noopener">
									<img src={link} alt={`Comprobante ${at + 1} de la orden ${detail.nro_orden}, abrir en grande`} />
								</a>
								<a href={link} download={file} className="link">
									Descargar<span className="visually-hidden">{` el comprobante ${at + 1}`}</span>
								</a>
							</>
						)}
					</li>
				))}
			</ul>
		</>
	)
}
