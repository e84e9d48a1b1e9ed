import { retentionDays } from '#core/rules/retention.ts'

interface ProofOrder {
	readonly nro_orden: number
	readonly comprobantes: readonly string[]
	readonly comprobantes_descarga: readonly string[]
	readonly comprobantes_rechazados?: readonly boolean[]
}

/** In place of a picture that was deleted for its age. */
export const deletedProofText = `Imagen borrada a los ${retentionDays.transferProof} días, como dicen las políticas`

/** A 'Descargar' link for each available proof; a dash when none. */
export function ProofLinks({ order }: { order: ProofOrder }) {
	const { nro_orden, comprobantes, comprobantes_descarga: links, comprobantes_rechazados: refused = [] } = order
	if (links.length === 0) return <span>-</span>
	return (
		<ul className="proof-links stack tighter">
			{links.map((link, at) => (
				<li key={comprobantes[at] ?? at}>
					{link === '' ? (
						<span className="muted">{deletedProofText}</span>
					) : (
						<a href={link} download={comprobantes[at] ?? `orden-${nro_orden}-comprobante-${at + 1}`} className="link">
							Descargar
							<span className="visually-hidden">{` el comprobante ${at + 1} de la orden ${nro_orden}`}</span>
						</a>
					)}
					{refused[at] && <span className="muted"> · Rechazado</span>}
				</li>
			))}
		</ul>
	)
}
