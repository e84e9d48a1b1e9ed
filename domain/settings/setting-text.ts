import type { SettingKey } from '#domain/settings/settings.ts'

/** What staff read of a setting: its name, and what it does. */
export interface SettingText {
	readonly name: string
	readonly help: string
}

export const settingTexts: Readonly<Record<SettingKey, SettingText>> = {
	limite_unidades_linea: {
		name: 'Unidades por color en un pedido',
		help: 'Cuántas unidades de un color puede llevar un pedido.',
	},
	limite_unidades_orden: { name: 'Unidades por pedido', help: 'Cuántas unidades puede llevar un pedido en total.' },
	limite_ordenes_abiertas: {
		name: 'Órdenes sin pagar a la vez',
		help: 'Cuántas puede tener una misma cuenta, o un mismo teléfono. Después se le pide pagar una o escribir a la tienda.',
	},
	limite_unidades_abiertas: {
		name: 'Unidades reservadas sin pagar',
		help: 'Cuántas puede tener una misma cuenta, o un mismo teléfono, entre todas sus órdenes sin pagar.',
	},
	dias_efectivo: {
		name: 'Plazo de un pedido en efectivo',
		help: 'Si nadie lo entrega en estos días, sus unidades vuelven al stock y el cliente recibe un correo. Vale para pedidos nuevos.',
	},
	dias_revision: {
		name: 'Plazo para revisar un comprobante',
		help: 'Si nadie confirma la transferencia en estos días, sus unidades vuelven al stock y la orden queda como caso. El equipo recibe dos avisos antes. Vale para comprobantes nuevos.',
	},
	aviso_reserva: {
		name: 'Aviso de stock reservado',
		help: 'Cuando más de esta parte del stock está en órdenes sin pagar, o un color entero, el equipo recibe un correo.',
	},
	cupon_usos: { name: 'Usos del cupón en total', help: 'Cuántas órdenes pueden usarlo. Vacío: sin límite.' },
	cupon_usos_cliente: {
		name: 'Usos del cupón por cliente',
		help: 'Cuántas órdenes de una misma cuenta, o un mismo teléfono, pueden usarlo. Vacío: sin límite.',
	},
	cupon_hasta: { name: 'Último día del cupón', help: 'Vale hasta el final de ese día. Vacío: no vence.' },
}
