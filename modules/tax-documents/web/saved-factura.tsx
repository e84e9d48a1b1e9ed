import type { ProfileAnswer } from '#modules/accounts/shapes.ts'
import { companyText } from '#modules/tax-documents/receptor-text.ts'

type Props = { readonly profile: Pick<ProfileAnswer, 'factura'> }

/** The company of the account's last factura. */
export const facturaFacts = ({ factura }: Props['profile']): readonly (readonly [string, string])[] =>
	factura ? [['Factura', companyText(factura)]] : []

/** Removes the last factura's company from the account; orders are unchanged. */
function ForgetFactura({ profile: { factura } }: Props) {
	if (!factura) return null
	return (
		<div className="check">
			<input id="olvidar_factura" name="olvidar_factura" type="checkbox" />
			<label htmlFor="olvidar_factura">{`No ofrecerme más ${companyText(factura)}, para una factura. Tus facturas hechas no cambian.`}</label>
		</div>
	)
}

export const facturaEdit = {
	Part: ForgetFactura,
	changesOf: ({ olvidar_factura }: Readonly<Partial<Record<string, string>>>) =>
		olvidar_factura === undefined ? {} : { factura: null },
}
