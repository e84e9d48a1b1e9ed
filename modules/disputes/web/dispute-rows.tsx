import { formatMoment } from '#core/web/ui/format-date.ts'
import { Badge } from '#core/web/ui/screen-parts.tsx'
import type { StaffDispute } from '#modules/disputes/shapes.ts'
import { estadoText } from '#modules/orders/estado.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'

/** Filters orders by whether a dispute is open. */
export const disputeChoice = {
	param: 'disputa',
	label: 'Disputa',
	options: [
		['', 'Todas'],
		['abierta', 'Abierta'],
	],
} as const

/** What is held against the payments of an order, in the panel. */
export const DisputeRows = ({ detail }: { detail: OrderDetail }) =>
	detail.disputas.map((dispute) => <Dispute key={`${dispute.tipo} ${dispute.disputa_id}`} dispute={dispute} />)

const disputeTexts: Readonly<Record<string, string>> = {
	contracargo: 'Contracargo',
	reclamo: 'Reclamo',
	mediacion: 'Pago en mediación',
	fraude: 'Aviso de posible fraude',
}

const disputeTones: Readonly<Record<string, 'ok' | 'danger'>> = { ganada: 'ok', perdida: 'danger' }

/** What is held against a payment, and until when it may be answered. */
function Dispute({ dispute }: { dispute: StaffDispute }) {
	const { tipo, disputa_id, pago_id, estado, responder_hasta, created_at } = dispute
	return (
		<li className="staff-row">
			<div className="can-shrink">
				<p className="strong">{disputeTexts[tipo] ?? tipo}</p>
				<p className="muted small">
					{[
						disputa_id !== pago_id && `N° ${disputa_id}`,
						formatMoment(created_at),
						estado === 'abierta' && responder_hasta && `responde antes del ${formatMoment(responder_hasta)}`,
					]
						.filter(Boolean)
						.join(' · ')}
				</p>
			</div>
			<Badge tone={disputeTones[estado] ?? 'warn'}>{estadoText(estado)}</Badge>
		</li>
	)
}
