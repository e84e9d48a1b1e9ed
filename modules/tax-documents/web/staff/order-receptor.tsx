import { formatRut } from '#core/rules/rut.ts'
import type { ReceptorAnswer } from '#modules/tax-documents/shapes.ts'

/** Whom the order's document names, as it was placed: all that a factura by hand needs. */
export function OrderReceptor({ receptor }: { receptor: ReceptorAnswer }) {
	const { tipo, rut, razon_social, giro, direccion, comuna } = receptor
	const facts: readonly (readonly [string, string | null])[] = [
		['RUT', formatRut(rut)],
		[tipo === 33 ? 'Razón social' : 'Nombre', razon_social],
		['Giro', giro],
		['Dirección', direccion],
		['Comuna', comuna],
	]
	return (
		<dl className="fold-list">
			{facts.map(
				([label, value]) =>
					value !== null && (
						<div key={label}>
							<dt>{label}</dt>
							<dd>{value}</dd>
						</div>
					),
			)}
		</dl>
	)
}
