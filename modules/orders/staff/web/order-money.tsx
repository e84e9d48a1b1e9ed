import { type ReactNode, useId, useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { ActionForm } from '#core/web/forms/action-form.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { formatDay, formatMoment } from '#core/web/ui/format-date.ts'
import { Badge } from '#core/web/ui/screen-parts.tsx'
import { paymentRows } from '#modules/lists/web/payment-rows.ts'
import { estadoText } from '#modules/orders/estado.ts'
import { adjustmentOf, handRefundWayText } from '#modules/orders/order-money.ts'
import { paymentDetailRows } from '#modules/orders/payment-details.ts'
import { refundByTransfer, settleDoubt } from '#modules/orders/staff/endpoints.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { metodoText } from '#modules/orders/staff/web/order-parts.tsx'
import { deletedProofText } from '#modules/orders/web/proof-links.tsx'
import { acceptanceOf } from '#modules/payments/refund-acceptance.ts'

type Refund = OrderDetail['devoluciones'][number]

/** The total with its parts. What staff set by hand has a row of its own, so that the rows always add up. */
export function OrderTotals({ detail }: { detail: OrderDetail }) {
	const { subtotal, despacho, descuento, total, cupon, tipo_entrega, devuelto, devuelto_por_banco } = detail
	const adjustment = adjustmentOf(detail)
	const rows = [
		['Subtotal', formatClp(subtotal)],
		tipo_entrega !== 'retiro' && ['Despacho', despacho === 0 ? 'Gratis' : formatClp(despacho)],
		descuento > 0 && [cupon ? `Descuento (${cupon})` : 'Descuento', formatClp(-descuento)],
		adjustment !== 0 && ['Ajuste', formatClp(adjustment)],
		['Total', formatClp(total)],
		devuelto > 0 && ['Devuelto', formatClp(devuelto)],
		devuelto_por_banco > 0 && ['Perdido en disputa', formatClp(devuelto_por_banco)],
	].filter((row) => row !== false)
	return (
		<dl className="order-parts">
			{rows.map(([label, amount]) => (
				<div key={label} className={label === 'Total' ? 'strong' : undefined}>
					<dt>{label}</dt>
					<dd>{amount}</dd>
				</div>
			))}
		</dl>
	)
}

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

interface RowProps {
	readonly title: string
	readonly titleClass?: string
	readonly facts: readonly (string | false | null | undefined)[]
	/** Below the facts. */
	readonly after?: ReactNode
	readonly badge: ReactNode
	/** What staff can do. */
	readonly children?: ReactNode
}

function Row({ title, titleClass = 'strong digits', facts, after, badge, children }: RowProps) {
	return (
		<li className="staff-row">
			<div className="can-shrink">
				<p className={titleClass}>{title}</p>
				<p className="muted small">{facts.filter(Boolean).join(' · ')}</p>
				{after}
			</div>
			{badge}
			{children}
		</li>
	)
}

/** What the gateways hold of this order, every try to pay it, and what goes back. */
export function Payments({ detail }: { detail: OrderDetail }) {
	const { pagos, intentos, devoluciones, devoluciones_a_mano } = detail
	const given = devoluciones.length + devoluciones_a_mano.length
	if (pagos.length + intentos.length + given === 0) {
		return <p className="muted">Ninguna pasarela tiene pagos de esta orden.</p>
	}
	const attempts = (
		<ul>
			{intentos.map(({ id, gateway, estado, monto, gateway_ref, created_at }) => (
				<Row
					key={id}
					title={`Intento de ${formatClp(monto)} por ${metodoText(gateway)}`}
					titleClass="digits"
					facts={[formatMoment(created_at), gateway_ref]}
					badge={<Badge>{estadoText(estado)}</Badge>}
				/>
			))}
		</ul>
	)
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
					<Row
						key={refund.id}
						title={`Devolución de ${formatClp(refund.monto)}`}
						facts={[
							refund.motivo,
							formatMoment(refund.created_at),
							refund.devolucion_id,
							refund.por_transferencia && 'por transferencia',
						]}
						after={<Acceptance refund={refund} />}
						badge={<Badge tone={refundTones[refund.estado] ?? 'info'}>{estadoText(refund.estado)}</Badge>}
					>
						<RefundDoubt orden_id={detail.id} refund={refund} />
						<RefundByTransfer detail={detail} refund={refund} />
					</Row>
				))}
				{devoluciones_a_mano.map(({ id, monto, medio, fecha, referencia, usuario }) => (
					<Row
						key={id}
						title={`Devolución de ${formatClp(monto)}`}
						facts={[handRefundWayText[medio], formatDay(fecha), referencia, usuario]}
						badge={<Badge tone="ok">{estadoText('hecha')}</Badge>}
					/>
				))}
			</ul>
			{pagos.length === 0 && attempts}
			{pagos.length > 0 && intentos.length > 0 && (
				<details className="order-more">
					<summary>{`Intentos de pago (${intentos.length})`}</summary>
					{attempts}
				</details>
			)}
		</>
	)
}

/** What a gateway holds of this order. */
function Payment({ payment }: { payment: OrderDetail['pagos'][number] }) {
	const { gateway, pago_id, monto, estado, destino, devuelto, retirado, detalle, created_at } = payment
	return (
		<Row
			title={`${formatClp(monto)} por ${metodoText(gateway)}`}
			facts={[
				`Pago ${pago_id}`,
				formatMoment(created_at),
				destino && (destinies[destino] ?? destino),
				...paymentDetailRows(detalle).map(({ label, value }) => `${label}: ${value}`),
				devuelto > 0 && `devuelto ${formatClp(devuelto)}`,
				retirado > 0 && `retirado por la pasarela ${formatClp(retirado)}`,
			]}
			badge={
				<Badge tone={estado === 'aprobado' ? 'ok' : 'info'}>
					{estado === 'devuelto' && retirado > 0 ? 'Retirado' : estadoText(estado)}
				</Badge>
			}
		/>
	)
}

/** Until when the customer has to accept a refund, and what it costs the shop. */
function Acceptance({ refund: { gateway, estado, aceptar_hasta } }: { refund: Refund }) {
	const acceptance = acceptanceOf(gateway)
	if (!acceptance || !aceptar_hasta) return null
	const name = metodoText(gateway)
	const waits = `El cliente tiene que aceptarla en ${name} hasta el ${formatMoment(aceptar_hasta)}. `
	const isWaiting = estado === 'en_curso'
	return (
		<p className="small">{`${isWaiting ? waits : ''}${name} cobra ${acceptance.fee} por cada devolución aceptada.`}</p>
	)
}

/** Records that staff paid by transfer a refund that its gateway rejected; nothing while it is requested again. */
function RefundByTransfer({ detail, refund }: { detail: OrderDetail; refund: Refund }) {
	const [isOpen, setOpen] = useState(false)
	const { gateway, pago_id, monto } = refund
	const payment = detail.pagos.find((pago) => pago.gateway === gateway && pago.pago_id === pago_id)
	if (refund.estado !== 'rechazada' || (payment?.devolvible ?? 0) < monto) return null
	const request = requestTo(refundByTransfer, { params: { id: detail.id }, body: { devolucion_id: refund.id } })
	return (
		<div className="refund-doubt row tight">
			<p className="small">{`Puedes pedirla otra vez con «Devolver dinero», o transferir ${formatClp(monto)} a la cuenta del cliente.`}</p>
			<Button look="outline" onClick={() => setOpen(true)}>
				Ya lo transferí
			</Button>
			{isOpen && (
				<ActionForm
					title="¿Devolviste el dinero por transferencia?"
					confirmText="Ya lo transferí"
					onClose={() => setOpen(false)}
					act={{ request, done: 'Devolución por transferencia anotada' }}
				>
					<p>{`Confirma solo si transferiste ${formatClp(monto)} al cliente. Contarán como devueltos y el cliente recibirá un correo.`}</p>
				</ActionForm>
			)}
		</div>
	)
}

/** Records what staff found out at the gateway: whether a refund with a lost answer was made. */
function RefundDoubt({ orden_id, refund }: { orden_id: string; refund: Refund }) {
	const [hecha, setHecha] = useState<boolean>()
	const id = useId()
	// Why it was refused stays to be read, although the refund is no longer in doubt.
	if (refund.estado !== 'en_duda' && hecha === undefined) return null
	const name = metodoText(refund.gateway)
	const clp = formatClp(refund.monto)
	const act = (word: boolean) =>
		requestTo(settleDoubt, { params: { id: orden_id }, body: { devolucion_id: refund.id, hecha: word } })
	return (
		<div className="refund-doubt row tight">
			<p
				id={id}
				className="small"
			>{`Busca el pago ${refund.pago_id} en el sitio de ${name}. ¿Esta devolución de ${clp} se hizo?`}</p>
			<Button look="outline" aria-describedby={id} onClick={() => setHecha(true)}>
				Se hizo
			</Button>
			<Button look="outline" aria-describedby={id} onClick={() => setHecha(false)}>
				No se hizo
			</Button>
			{hecha === true && (
				<ActionForm
					title="¿La devolución se hizo?"
					confirmText="Se hizo"
					onClose={() => setHecha(undefined)}
					act={{ request: act(true), done: 'Devolución anotada como hecha' }}
				>
					<p>{`Confirma solo si ${name} muestra ${clp} devueltos del pago ${refund.pago_id}. El cliente recibirá un correo.`}</p>
				</ActionForm>
			)}
			{hecha === false && (
				<ActionForm
					title="¿La devolución no se hizo?"
					confirmText="No se hizo"
					confirmLook="danger"
					onClose={() => setHecha(undefined)}
					act={{ request: act(false), done: 'Devolución anotada como no hecha' }}
				>
					<p>{`Confirma solo si ${name} no muestra esa devolución del pago ${refund.pago_id}. Sus ${clp} se podrán devolver otra vez: si de verdad se hizo, el cliente los recibiría dos veces.`}</p>
				</ActionForm>
			)}
		</div>
	)
}

/** The pictures of the proofs of a transfer, with links to open and download each; a deleted one has none. */
export function Proofs({ detail }: { detail: OrderDetail }) {
	const { nro_orden, comprobantes, comprobantes_descarga, comprobantes_rechazados, comprobante_rechazado } = detail
	if (comprobantes_descarga.length === 0) return <p className="muted">El cliente aún no sube su comprobante.</p>
	return (
		<>
			{comprobante_rechazado && <p>{`Le pedimos otro al cliente. Motivo: ${comprobante_rechazado}`}</p>}
			<ul className="proofs row loose">
				{comprobantes_descarga.map((link, at) => {
					const file = comprobantes[at] ?? `comprobante-${at + 1}`
					return (
						<li key={file}>
							{comprobantes_rechazados[at] && <Badge tone="danger">Rechazado</Badge>}
							{link === '' ? (
								<p className="muted">{deletedProofText}</p>
							) : (
								<>
									<a href={link} target="_blank" rel="noopener">
										<img src={link} alt={`Comprobante ${at + 1} de la orden ${nro_orden}, abrir en grande`} />
									</a>
									<a href={link} download={file} className="link">
										Descargar<span className="visually-hidden">{` el comprobante ${at + 1}`}</span>
									</a>
								</>
							)}
						</li>
					)
				})}
			</ul>
		</>
	)
}
