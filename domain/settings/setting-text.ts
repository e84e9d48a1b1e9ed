import type { SettingKey } from '#domain/settings/settings.ts'

/** What staff read of a setting: its name, what it does (empty where the name says it), and where customers see it. */
export interface SettingText {
	readonly name: string
	readonly help: string
	readonly seen: string
}

const onPages = 'Los clientes lo ven al pie de cada página, en Políticas y en los correos.'
const onHome = 'Los clientes lo ven en la portada.'
const onCarousel = 'Los clientes lo ven en la portada, sobre las escenas que pasan.'
const onTransfers = 'Lo ven quienes pagan por transferencia, en la página y en el correo.'
const onCheckout = 'Los clientes lo ven al pagar.'
const onTooMany = 'Los clientes lo leen cuando se pasan, en el carrito o al pagar.'
const onUnconfirmed = 'Los clientes lo leen al pagar, con el enlace para confirmar su correo.'
const nowhere = 'Los clientes no lo ven.'

const fees = (name: string): SettingText => ({
	name: `Comisión de ${name}, en % sin IVA`,
	help: 'La de tu contrato, como «2,89»; la tienda le suma el IVA. Con ella, Números estima lo que vas a recibir. Vacío: no se descuenta.',
	seen: nowhere,
})
const payouts = (name: string): SettingText => ({
	name: `Abono de ${name}`,
	help: 'Días corridos desde que pagan hasta que el dinero llega a tu cuenta. Vacío: Números no puede decir qué falta por llegar.',
	seen: nowhere,
})

const ofSeller = {
	vendedor_nombre: { name: 'Razón social', help: '', seen: onPages },
	vendedor_rut: { name: 'RUT de la tienda', help: '', seen: onPages },
	vendedor_direccion: { name: 'Dirección comercial', help: '', seen: onPages },
	vendedor_correo: {
		name: 'Correo de contacto',
		help: 'Ahí te escriben los clientes.',
		seen: 'Lo ven en Contacto, en Políticas y en los correos.',
	},
	vendedor_telefono: {
		name: 'Teléfono de contacto',
		help: 'Si es un celular, también abre WhatsApp.',
		seen: 'Los clientes lo ven en Contacto, en Políticas y en los correos.',
	},
	vendedor_representante: {
		name: 'Representante legal',
		help: 'Vacío: no se nombra.',
		seen: 'Los clientes lo ven en Políticas.',
	},
	banco_titular: { name: 'Titular de la cuenta', help: '', seen: onTransfers },
	banco_rut: { name: 'RUT del titular', help: '', seen: onTransfers },
	banco_nombre: { name: 'Banco', help: '', seen: onTransfers },
	banco_tipo_cuenta: { name: 'Tipo de cuenta', help: '', seen: onTransfers },
	banco_numero_cuenta: { name: 'Número de cuenta', help: '', seen: onTransfers },
	banco_correo: { name: 'Correo para el aviso del banco', help: '', seen: onTransfers },
} as const

const ofPayment = {
	pasarelas: {
		name: 'Pasarelas que se ofrecen, en su orden',
		help: 'Solo se ofrecen las que tienen sus credenciales puestas en el servidor.',
		seen: onCheckout,
	},
	comision_mercadopago: fees('Mercado Pago'),
	comision_flow: fees('Flow'),
	comision_webpay: fees('Webpay'),
	abono_mercadopago: payouts('Mercado Pago'),
	abono_flow: payouts('Flow'),
	abono_webpay: payouts('Webpay'),
	pago_efectivo: { name: 'Pago en efectivo', help: 'Vale para pedidos nuevos.', seen: onCheckout },
} as const

const ofDelivery = {
	retiro_estacion: {
		name: 'Estación de metro del retiro',
		help: 'Un pedido hecho conserva la suya.',
		seen: 'Los clientes la ven en la portada, al pagar y en los correos.',
	},
	retiro_horario: {
		name: 'Horario del retiro',
		help: 'Vacío: se coordina. Un pedido hecho conserva el suyo.',
		seen: 'Los clientes lo ven al pagar, en su orden y en los correos.',
	},
	retiro_aviso: {
		name: 'Aviso mínimo para retirar',
		help: 'Cuánto antes hay que avisar. En 0 no se dice. Un pedido hecho conserva el suyo.',
		seen: 'Los clientes lo ven junto al horario del retiro.',
	},
	tienda_posicion: {
		name: 'Posición de la tienda en el mapa',
		help: 'Latitud y longitud. Desde ahí se mide el despacho y salen los repartos. Un precio ya mostrado vale 30 minutos, y un pedido hecho conserva el suyo.',
		seen: 'Los clientes no la ven: ven lo que cuesta llegar hasta ellos.',
	},
	despacho_tramos: {
		name: 'Precios del despacho',
		help: 'Más allá del último tramo no se despacha. Un precio ya mostrado vale 30 minutos, y un pedido hecho conserva el suyo.',
		seen: 'Los clientes los ven en la portada, en Políticas y al pagar.',
	},
	plazo_entrega: {
		name: 'Plazo de entrega',
		help: 'Como «3 días hábiles». La ley pide decirlo antes de pagar. Un pedido hecho conserva el suyo.',
		seen: 'Los clientes lo ven al pagar, en su orden y en los correos.',
	},
	feriados: {
		name: 'Feriados y días sin despacho',
		help: 'Como «25-12-2026, 01-01-2027». No cuentan como días hábiles: con ellos Reparto sabe qué orden va atrasada.',
		seen: nowhere,
	},
	minutos_parada: {
		name: 'Minutos en cada puerta',
		help: 'Lo que toma entregar una orden.',
		seen: 'Los clientes ven la hora de llegada que sale de ellos.',
	},
	costo_km: {
		name: 'Costo de un kilómetro',
		help: 'Bencina, neumáticos y lo que el auto pierde de valor. Con él, Números dice cuánto cuesta cada entrega.',
		seen: nowhere,
	},
	costo_hora: {
		name: 'Costo de una hora de reparto',
		help: 'Lo que cuesta quien maneja, con sus cotizaciones, desde que sale hasta que vuelve.',
		seen: nowhere,
	},
	foto_entrega: {
		name: 'Foto al entregar',
		help: 'Quien reparte la toma de lo entregado, o de la puerta donde no estaban. Solo la ve el equipo, y se borra a los 190 días.',
		seen: nowhere,
	},
} as const

const ofPages = {
	tienda_cerrada: {
		name: 'Tienda cerrada por un tiempo',
		help: 'Nadie puede comprar. Los pedidos hechos siguen: se pagan, se preparan y se entregan.',
		seen: 'Los clientes lo leen en la portada y al pagar.',
	},
	cierre_vuelta: {
		name: 'Día de vuelta',
		help: 'Ese día la tienda abre sola. Vacío: cierra hasta que la abras aquí.',
		seen: 'Los clientes lo leen en la portada y al pagar.',
	},
	cierre_motivo: {
		name: 'Qué se dice',
		help: 'Como «Estamos de vacaciones». Vacío: «Por unos días no recibimos pedidos».',
		seen: 'Los clientes lo leen en la portada y al pagar.',
	},
	anuncio_texto: {
		name: 'Anuncio',
		help: 'Una línea, como «Navidad: pedidos hasta el 22». Vacío: no hay.',
		seen: 'Los clientes lo ven arriba de la portada.',
	},
	anuncio_desde: { name: 'Anuncio desde', help: 'El primer día en que se ve. Vacío: desde ya.', seen: onHome },
	anuncio_hasta: {
		name: 'Anuncio hasta',
		help: 'El último día en que se ve. Vacío: hasta que lo quites.',
		seen: onHome,
	},
	carrusel_titulo_1: { name: 'Título de la primera lámina', help: '', seen: onCarousel },
	carrusel_texto_1: { name: 'Texto de la primera lámina', help: '', seen: onCarousel },
	carrusel_titulo_2: { name: 'Título de la segunda lámina', help: '', seen: onCarousel },
	carrusel_texto_2: { name: 'Texto de la segunda lámina', help: '', seen: onCarousel },
	preguntas: {
		name: 'Preguntas frecuentes',
		help: 'Cada pregunta en una línea que termine en «?», su respuesta debajo y una línea vacía entre dos. Lo que cuesta el despacho lo dice la página sola.',
		seen: 'Los clientes las leen en la portada y en los buscadores.',
	},
} as const

const ofDailyWork = {
	limite_unidades_linea: {
		name: 'Unidades por color en un pedido',
		help: 'Cuántas unidades de un color puede llevar un pedido.',
		seen: onTooMany,
	},
	limite_unidades_orden: {
		name: 'Unidades por pedido',
		help: 'Cuántas unidades puede llevar un pedido en total.',
		seen: onTooMany,
	},
	limite_ordenes_abiertas: {
		name: 'Órdenes sin pagar a la vez',
		help: 'Cuántas puede tener una misma cuenta, o un mismo teléfono. Después se le pide pagar una o escribir a la tienda.',
		seen: 'Los clientes lo leen al pagar, cuando se pasan.',
	},
	limite_unidades_abiertas: {
		name: 'Unidades reservadas sin pagar',
		help: 'Cuántas puede tener una misma cuenta, o un mismo teléfono, entre todas sus órdenes sin pagar.',
		seen: 'Los clientes lo leen al pagar, cuando se pasan.',
	},
	limite_ordenes_hora: {
		name: 'Órdenes de una cuenta en una hora',
		help: 'Cuántas puede hacer, pagadas o no. Después espera.',
		seen: onTooMany,
	},
	limite_ordenes_dia: {
		name: 'Órdenes de una cuenta en un día',
		help: 'Cuántas puede hacer en 24 horas, pagadas o no. Después espera.',
		seen: onTooMany,
	},
	limite_pagos_fallidos: {
		name: 'Pagos en línea fallidos seguidos',
		help: 'Si las últimas órdenes en línea de una cuenta fallaron todas, espera una hora antes de la siguiente.',
		seen: onTooMany,
	},
	limite_ordenes_red: {
		name: 'Órdenes sin pagar desde una red',
		help: 'Cuántas pueden tener, por transferencia o en efectivo, las cuentas de una misma red que no han confirmado su correo. Después se les pide confirmarlo o pagar en línea.',
		seen: onUnconfirmed,
	},
	limite_unidades_red: {
		name: 'Unidades reservadas desde una red',
		help: 'Cuántas pueden tener entre todas esas órdenes.',
		seen: onUnconfirmed,
	},
	limite_parte_sin_confirmar: {
		name: 'Parte del stock para correos sin confirmar',
		help: 'Qué parte de un color pueden reservar sin pagar, entre todas, las cuentas que no han confirmado su correo.',
		seen: onUnconfirmed,
	},
	dias_efectivo: {
		name: 'Plazo de un pedido en efectivo',
		help: 'Si nadie lo entrega en estos días, sus unidades vuelven al stock. Vale para pedidos nuevos.',
		seen: 'El cliente recibe un correo cuando vence.',
	},
	dias_revision: {
		name: 'Plazo para revisar un comprobante',
		help: 'Si nadie confirma la transferencia en estos días, sus unidades vuelven al stock y la orden queda como caso. El equipo recibe dos avisos antes. Vale para comprobantes nuevos.',
		seen: nowhere,
	},
	aviso_pedidos: {
		name: 'Avisos de pedidos nuevos',
		help: 'Correo al equipo por cada pedido pagado o por cobrar al entregarlo, o un resumen a las 8:30. El aviso al celular lo elige cada persona en Avisos.',
		seen: nowhere,
	},
	aviso_stock_bajo: {
		name: 'Correos de stock bajo',
		help: 'Cuando un color baja de su umbral, el equipo recibe un correo. El panel lo marca siempre.',
		seen: nowhere,
	},
	aviso_reserva: {
		name: 'Aviso de stock reservado',
		help: 'Cuando más de esta parte del stock está en órdenes sin pagar, o un color entero, el equipo recibe un correo.',
		seen: nowhere,
	},
	dias_reposicion: {
		name: 'Tiempo de reposición',
		help: 'Cuánto tarda en llegar un pedido de botellas desde que lo haces. Con él, Números y Stock dicen qué día pedir cada color.',
		seen: nowhere,
	},
	cupon_usos: {
		name: 'Usos del cupón en total',
		help: 'Cuántas órdenes pueden usar el cupón que puso quien instaló la tienda; los tuyos están en Cupones. Vacío: sin límite.',
		seen: nowhere,
	},
	cupon_usos_cliente: {
		name: 'Usos del cupón por cliente',
		help: 'Cuántas órdenes de una misma cuenta, o un mismo teléfono, pueden usarlo. Vacío: sin límite.',
		seen: nowhere,
	},
	cupon_hasta: {
		name: 'Último día del cupón',
		help: 'Vale hasta el final de ese día. Vacío: no vence.',
		seen: nowhere,
	},
} as const

export const settingTexts: Readonly<Record<SettingKey, SettingText>> = {
	...ofSeller,
	...ofPayment,
	...ofDelivery,
	...ofPages,
	...ofDailyWork,
}
