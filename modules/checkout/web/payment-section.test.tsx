import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { gatewayMethods, metodoPagoText } from '#core/rules/payment-methods.ts'
import { PaymentSection } from '#modules/checkout/web/payment-section.tsx'

const markup = renderToStaticMarkup(
	<PaymentSection metodo="mercadopago" gateways={gatewayMethods} efectivo onChoose={() => {}} />,
)

it('each payment method has a decorative logo beside its accessible name', () => {
	const labels = [...markup.matchAll(/<label.*?<\/label>/gs)].map(([label]) => label)
	for (const name of [...gatewayMethods.map((metodo) => metodoPagoText[metodo]), 'Transferencia bancaria']) {
		const label = labels.find((text) => text.replace(/<svg.*?<\/svg>|<[^>]+>/gs, '').startsWith(name))
		expect(label, name).toMatch(/<svg class="pay-logo"[^>]* aria-hidden="true"/)
	}
	expect(markup.match(/class="pay-logo"/g)).toHaveLength(5)
	expect(markup).not.toContain('<title>')
})

it('the gateways stay in sight with their logos when another method is chosen', () => {
	const other = renderToStaticMarkup(
		<PaymentSection metodo="transferencia" gateways={gatewayMethods} efectivo onChoose={() => {}} />,
	)
	expect(other.match(/class="pay-logo"/g)).toHaveLength(5)
	expect(other.match(/name="pasarela"[^>]* checked/g)).toBeNull()
})
