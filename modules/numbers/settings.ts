import { optionalNumber, optionalText, settingGroup } from '#modules/settings/setting-kinds.ts'

const fees = (gateway: string) => ({
	label: `Comisión de ${gateway}, en % sin IVA`,
	help: 'La de tu contrato, como «2,89»; la tienda le suma el IVA. Con ella, Números estima lo que vas a recibir. Vacío: no se descuenta.',
})
const payouts = (gateway: string) => ({
	label: `Abono de ${gateway}`,
	help: 'Días corridos desde que pagan hasta que el dinero llega a tu cuenta. Vacío: Números no puede decir qué falta por llegar.',
})

export const payoutsSettings = settingGroup({
	name: 'abonos',
	title: 'Lo que cobra y cuándo abona cada pasarela',
	permission: 'cambiar_tienda',
	freshProof: false,
	settings: {
		comision_mercadopago: { ...fees('Mercado Pago'), ...optionalText('percent', 5) },
		abono_mercadopago: { ...payouts('Mercado Pago'), ...optionalNumber('días', { min: 0, max: 60 }) },
		comision_flow: { ...fees('Flow'), ...optionalText('percent', 5) },
		abono_flow: { ...payouts('Flow'), ...optionalNumber('días', { min: 0, max: 60 }) },
		comision_webpay: { ...fees('Webpay'), ...optionalText('percent', 5) },
		abono_webpay: { ...payouts('Webpay'), ...optionalNumber('días', { min: 0, max: 60 }) },
	},
})
