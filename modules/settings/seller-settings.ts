import { gatewayMethods } from '#core/rules/payment-methods.ts'
import { maxEmailCharacters } from '#core/rules/person-data.ts'
import { optionalText, settingGroup, text, toggle } from '#modules/settings/setting-kinds.ts'

export const sellerSettings = settingGroup({
	name: 'vendedor',
	title: 'Quién vende',
	savedTogether: true,
	permission: 'cambiar_tienda',
	freshProof: true,
	neededToSell: true,
	seen: 'Los clientes lo ven al pie de cada página, en Políticas y en los correos.',
	shownOn: { path: '/', ancla: 'pie' },
	settings: {
		vendedor_nombre: {
			label: 'Razón social',
			...text('line', 100),
			env: 'SELLER_NAME',
			demo: 'Premium Shaker SpA',
		},
		vendedor_rut: { label: 'RUT de la tienda', ...text('rut', 12), env: 'SELLER_RUT', demo: '76.192.083-9' },
		vendedor_direccion: {
			label: 'Dirección comercial',
			...text('line', 160),
			env: 'SELLER_ADDRESS',
			demo: 'Av. Libertador Bernardo O’Higgins 100, Santiago',
		},
		vendedor_correo: {
			label: 'Correo de contacto',
			help: 'Ahí te escriben los clientes.',
			seen: 'Lo ven en Contacto, en Políticas y en los correos.',
			...text('email', maxEmailCharacters),
			env: 'SELLER_EMAIL',
			demo: 'hola@premiumshaker.cl',
		},
		vendedor_telefono: {
			label: 'Teléfono de contacto',
			help: 'Si es un celular, también abre WhatsApp.',
			seen: 'Los clientes lo ven en Contacto, en Políticas y en los correos.',
			...text('phone', 24),
			env: 'SELLER_PHONE',
			demo: '+56 9 8765 4321',
		},
		vendedor_representante: {
			label: 'Representante legal',
			help: 'Vacío: no se nombra.',
			seen: 'Los clientes lo ven en Políticas.',
			...optionalText('line', 100),
			shownOn: { path: '/politicas' },
			env: 'SELLER_REPRESENTATIVE',
			neededToSell: false,
		},
	},
})

export const bankSettings = settingGroup({
	name: 'banco',
	title: 'Cuenta para transferencias',
	savedTogether: true,
	permission: 'cambiar_tienda',
	freshProof: true,
	steersMoney: true,
	neededToSell: true,
	seen: 'Lo ven quienes pagan por transferencia, en la página y en el correo.',
	shownOn: { part: 'banco' },
	settings: {
		banco_titular: {
			label: 'Titular de la cuenta',
			...text('line', 100),
			env: 'BANK_HOLDER',
			demo: 'Premium Shaker SpA',
		},
		banco_rut: { label: 'RUT del titular', ...text('rut', 12), env: 'BANK_RUT', demo: '76.192.083-9' },
		banco_nombre: { label: 'Banco', ...text('line', 60), env: 'BANK_NAME', demo: 'Banco de Chile' },
		banco_tipo_cuenta: {
			label: 'Tipo de cuenta',
			...text('line', 40),
			env: 'BANK_ACCOUNT_TYPE',
			demo: 'Cuenta corriente',
		},
		banco_numero_cuenta: {
			label: 'Número de cuenta',
			...text('account', 30),
			env: 'BANK_ACCOUNT_NUMBER',
			demo: '00123456789',
		},
		banco_correo: {
			label: 'Correo para el aviso del banco',
			...text('email', maxEmailCharacters),
			env: 'BANK_EMAIL',
			demo: 'pagos@premiumshaker.cl',
		},
	},
})

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
