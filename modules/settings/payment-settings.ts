import { gatewayMethods } from '#core/rules/payment-methods.ts'
import { settingGroup } from '#modules/settings/define-setting.ts'
import { toggle } from '#modules/settings/setting-kinds.ts'

export const paymentSettings = settingGroup({
	name: 'pagos',
	title: 'Medios de pago',
	permission: 'cambiar_tienda',
	freshProof: true,
	seen: 'Los clientes lo ven al pagar.',
	shownOn: { part: 'medios' },
	settings: {
		pasarelas: {
			label: 'Pasarelas que se ofrecen, en su orden',
			help: 'Solo se ofrecen las que tienen sus credenciales puestas en el servidor.',
			kind: 'gateways',
			initial: gatewayMethods.join(','),
			env: 'GATEWAYS',
		},
		pago_efectivo: { label: 'Pago en efectivo', help: 'Vale para pedidos nuevos.', ...toggle(true) },
	},
})
