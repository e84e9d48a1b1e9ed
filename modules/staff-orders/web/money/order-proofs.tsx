import { Badge } from '#core/web/ui/badge.tsx'
import type { OrderDetail } from '#modules/staff-orders/shapes.ts'
import { proofsOf } from '#modules/staff-orders/web/order-fields.ts'

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
						<a href={link} target="_blank" rel="noopener">
							<img src={link} alt={`Comprobante ${at + 1} de la orden ${detail.nro_orden}, abrir en grande`} />
						</a>
						<a href={link} download={file} className="link">
							Descargar<span className="visually-hidden">{` el comprobante ${at + 1}`}</span>
						</a>
					</li>
				))}
			</ul>
		</>
	)
}
