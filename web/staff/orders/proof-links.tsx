import type { StaffOrder } from '#contract/staff/orders.ts'
import { proofsOf } from '#web/staff/orders/order-fields.ts'

/** A 'Descargar' link for each proof; a dash when there is none. */
export function ProofLinks({ order }: { order: StaffOrder }) {
	const proofs = proofsOf(order)
	if (proofs.length === 0) return <span>-</span>
	return (
		<ul className="proof-links">
			{proofs.map(({ link, file }, at) => (
				<li key={file}>
					<a href={link} download={file} className="link">
						Descargar
						<span className="sr-only">
							{' '}
							el comprobante {at + 1} de la orden {order.nro_orden}
						</span>
					</a>
				</li>
			))}
		</ul>
	)
}
