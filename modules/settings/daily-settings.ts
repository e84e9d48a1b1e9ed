import { choice, day, number, optionalNumber, settingGroup, toggle } from '#modules/settings/setting-kinds.ts'

export const limitsSettings = settingGroup({
	name: 'limites',
	title: 'Límites de compra',
	permission: 'cambiar_ajustes',
	freshProof: true,
	seen: 'Los clientes lo leen cuando se pasan, en el carrito o al pagar.',
	settings: {
		limite_unidades_linea: {
			label: 'Unidades por color en un pedido',
			help: 'Cuántas unidades de un color puede llevar un pedido.',
			...number('unidades', { initial: 20, min: 1, max: 999 }),
		},
		limite_unidades_orden: {
			label: 'Unidades por pedido',
			help: 'Cuántas unidades puede llevar un pedido en total.',
			...number('unidades', { initial: 40, min: 1, max: 9_999 }),
		},
		limite_ordenes_abiertas: {
			label: 'Órdenes sin pagar a la vez',
			help: 'Cuántas puede tener una misma cuenta, o un mismo teléfono. Después se le pide pagar una o escribir a la tienda.',
			seen: 'Los clientes lo leen al pagar, cuando se pasan.',
			...number('órdenes', { initial: 5, min: 1, max: 9_999 }),
		},
		limite_unidades_abiertas: {
			label: 'Unidades reservadas sin pagar',
			help: 'Cuántas puede tener una misma cuenta, o un mismo teléfono, entre todas sus órdenes sin pagar.',
			seen: 'Los clientes lo leen al pagar, cuando se pasan.',
			...number('unidades', { initial: 60, min: 1, max: 99_999 }),
		},
		limite_ordenes_hora: {
			label: 'Órdenes de una cuenta en una hora',
			help: 'Cuántas puede hacer, pagadas o no. Después espera.',
			...number('órdenes', { initial: 30, min: 1, max: 99_999 }),
		},
		limite_ordenes_dia: {
			label: 'Órdenes de una cuenta en un día',
			help: 'Cuántas puede hacer en 24 horas, pagadas o no. Después espera.',
			...number('órdenes', { initial: 100, min: 1, max: 99_999 }),
		},
		limite_pagos_fallidos: {
			label: 'Pagos en línea fallidos seguidos',
			help: 'Si las últimas órdenes en línea de una cuenta fallaron todas, espera una hora antes de la siguiente.',
			...number('órdenes', { initial: 10, min: 3, max: 9_999 }),
		},
		limite_ordenes_red: {
			label: 'Órdenes sin pagar desde una red, cuentas nuevas',
			help: 'Cuántas pueden tener, por transferencia o en efectivo, las cuentas de una misma red que no han confirmado su correo ni pagado antes. Después se les pide confirmarlo o pagar en línea.',
			seen: 'Los clientes lo leen al pagar, con el enlace para confirmar su correo.',
			...number('órdenes', { initial: 10, min: 1, max: 9_999 }),
		},
		limite_unidades_red: {
			label: 'Unidades reservadas desde una red, cuentas nuevas',
			help: 'Cuántas pueden tener entre todas esas órdenes.',
			seen: 'Los clientes lo leen al pagar, con el enlace para confirmar su correo.',
			...number('unidades', { initial: 40, min: 1, max: 99_999 }),
		},
		limite_parte_sin_confirmar: {
			label: 'Parte del stock para cuentas nuevas',
			help: 'Qué parte de un color pueden reservar, por transferencia o en efectivo, entre todas las cuentas que no han confirmado su correo ni pagado antes.',
			seen: 'Los clientes lo leen al pagar, con el enlace para confirmar su correo.',
			...number('%', { initial: 50, min: 1, max: 100 }),
		},
		limite_ordenes_red_todas: {
			label: 'Órdenes sin pagar desde una red',
			help: 'Cuántas pueden tener, con cualquier medio de pago, las cuentas de una misma red que nunca han pagado, confirmadas o no. Después se les pide esperar.',
			seen: 'Los clientes lo leen al pagar, cuando se pasan.',
			...number('órdenes', { initial: 30, min: 1, max: 9_999 }),
		},
		limite_unidades_red_todas: {
			label: 'Unidades reservadas desde una red',
			help: 'Cuántas pueden tener entre todas esas órdenes.',
			seen: 'Los clientes lo leen al pagar, cuando se pasan.',
			...number('unidades', { initial: 120, min: 1, max: 99_999 }),
		},
		limite_parte_sin_pagar: {
			label: 'Parte del stock para quienes nunca han pagado',
			help: 'Qué parte de un color pueden reservar, por transferencia o en efectivo, entre todas las cuentas que nunca han pagado, confirmadas o no.',
			seen: 'Los clientes lo leen al pagar, cuando se pasan.',
			...number('%', { initial: 80, min: 1, max: 100 }),
		},
	},
})

export const termsSettings = settingGroup({
	name: 'plazos',
	title: 'Plazos y avisos',
	permission: 'cambiar_ajustes',
	freshProof: false,
	settings: {
		dias_efectivo: {
			label: 'Plazo de un pedido en efectivo',
			help: 'Si nadie lo entrega en estos días, sus unidades vuelven al stock. Vale para pedidos nuevos.',
			seen: 'El cliente recibe un correo cuando vence.',
			freshProof: true,
			...number('días', { initial: 7, min: 3, max: 60 }),
		},
		dias_revision: {
			label: 'Plazo para revisar un comprobante',
			help: 'Si nadie confirma la transferencia en estos días, sus unidades vuelven al stock y la orden queda como caso. El equipo recibe dos avisos antes. Vale para comprobantes nuevos.',
			...number('días', { initial: 10, min: 8, max: 90 }),
		},
		dias_reposicion: {
			label: 'Tiempo de reposición',
			help: 'Cuánto tarda en llegar un pedido de botellas desde que lo haces. Con él, y con una semana de ventas de un color, Números y Stock dicen qué día pedirlo. Vacío: no dicen nada.',
			...optionalNumber('días', { min: 1, max: 365 }),
		},
		aviso_pedidos: {
			label: 'Avisos de pedidos nuevos',
			help: 'Correo al equipo por cada pedido pagado o por cobrar al entregarlo, o un resumen a las 8:30. El aviso al celular lo elige cada persona en Avisos.',
			...choice({ uno: 'Un correo por pedido', resumen: 'Un resumen al día', ninguno: 'Ninguno' }, 'uno'),
		},
		aviso_sin_pagar: {
			label: 'Correo a quien no terminó de pagar',
			help: 'Cuando un pago en línea queda sin terminar, el cliente recibe un solo correo con el botón para pagar al mismo precio, si no compró después.',
			...toggle(true),
		},
		aviso_stock_bajo: {
			label: 'Correos de stock bajo',
			help: 'Cuando un color baja de su umbral, el equipo recibe un correo. El panel lo marca siempre.',
			...toggle(true),
		},
		aviso_reserva: {
			label: 'Aviso de stock reservado',
			help: 'Cuando más de esta parte del stock está en órdenes sin pagar, o un color entero, el equipo recibe un correo.',
			...number('%', { initial: 30, min: 5, max: 100 }),
		},
	},
})

export const couponSettings = settingGroup({
	name: 'cupon',
	title: 'Cupón de siempre',
	permission: 'cambiar_ajustes',
	freshProof: false,
	settings: {
		cupon_usos: {
			label: 'Usos del cupón en total',
			help: 'Cuántas órdenes pueden usar el cupón que puso quien instaló la tienda; los tuyos están en Cupones. Vacío: sin límite.',
			...optionalNumber('usos', { min: 0, max: 1_000_000 }),
		},
		cupon_usos_cliente: {
			label: 'Usos del cupón por cliente',
			help: 'Cuántas órdenes de una misma cuenta, o un mismo teléfono, pueden usarlo. Vacío: sin límite.',
			...optionalNumber('usos', { min: 0, max: 1_000 }),
		},
		cupon_hasta: {
			label: 'Último día del cupón',
			help: 'Vale hasta el final de ese día. Vacío: no vence.',
			...day,
		},
	},
})
