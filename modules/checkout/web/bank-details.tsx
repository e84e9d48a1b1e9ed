import { formatClp } from '#core/rules/money.ts'
import { CopyButton, copyNotice } from '#core/web/ui/copy-button.tsx'
import { NoticePlace } from '#core/web/ui/notices.tsx'
import type { CheckoutOptions } from '#modules/checkout/shapes.ts'

type Fact = readonly [label: string, value: string, copied?: string]

function factsOf(banco: CheckoutOptions['banco'], total: number, nro_orden: number | undefined): readonly Fact[] {
	return [
		['Monto', formatClp(total), String(total)],
		['Titular', banco.titular],
		['RUT', banco.rut],
		['Banco', banco.banco],
		['Tipo de cuenta', banco.tipo_cuenta],
		['Número de cuenta', banco.numero_cuenta],
		['Correo', banco.correo],
		...(nro_orden === undefined ? [] : [['Mensaje', `Orden ${nro_orden}`] as const]),
	]
}

interface BankDetailsProps {
	readonly banco: CheckoutOptions['banco']
	readonly total: number
	readonly nro_orden: number | undefined
}

/** Bank account of the shop, each fact with a copy button. */
export function BankDetails({ banco, total, nro_orden }: BankDetailsProps) {
	const facts = factsOf(banco, total, nro_orden)
	return (
		<section aria-labelledby="datos-banco">
			<div className="row tight spread">
				<h2 id="datos-banco" className="title-m">
					Datos para transferir
				</h2>
				<CopyButton text={facts.map(([label, value]) => `${label}: ${value}`).join('\n')} label="Copiar todo" />
			</div>
			<NoticePlace at={copyNotice} />
			<dl className="facts">
				{facts.map(([label, value, copied]) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{value}</dd>
						<dd className="copy-cell">
							<CopyButton text={copied ?? value} label="Copiar" what={` ${label}`} />
						</dd>
					</div>
				))}
			</dl>
		</section>
	)
}
