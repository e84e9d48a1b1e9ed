import type { SettingKey } from '#domain/settings/settings.ts'

/** What staff read of a setting: its name, and what it does. */
export interface SettingText {
	readonly name: string
	readonly help: string
}

const onPages = 'Se muestra al pie de cada página, en Políticas y en los correos.'
const onCarousel = 'Se muestra en la portada, sobre las escenas que pasan.'
const onTransfers = 'Se muestra a quienes pagan por transferencia, en la página y en el correo.'
const onFees =
	'La de tu contrato, como «2,89»; la tienda le suma el IVA. Con ella, Números estima lo que vas a recibir. Vacío: no se descuenta.'
const onPayouts =
	'Días corridos desde que pagan hasta que el dinero llega a tu cuenta. Vacío: Números no puede decir qué falta por llegar.'

export const settingTexts: Readonly<Record<SettingKey, SettingText>> = {
	vendedor_nombre: { name: 'Razón social', help: onPages },
	vendedor_rut: { name: 'RUT de la tienda', help: onPages },
	vendedor_direccion: { name: 'Dirección comercial', help: onPages },
	vendedor_correo: {
		name: 'Correo de contacto',
		help: 'Lo ven los clientes en la página y en los correos: ahí te escriben.',
	},
	vendedor_telefono: {
		name: 'Teléfono de contacto',
		help: 'Lo ven los clientes en la página y en los correos. Si es un celular, también abre WhatsApp.',
	},
	vendedor_representante: {
		name: 'Representante legal',
		help: 'Lo ven los clientes en Políticas. Vacío: no se nombra.',
	},
	banco_titular: { name: 'Titular de la cuenta', help: onTransfers },
	banco_rut: { name: 'RUT del titular', help: onTransfers },
	banco_nombre: { name: 'Banco', help: onTransfers },
	banco_tipo_cuenta: { name: 'Tipo de cuenta', help: onTransfers },
	banco_numero_cuenta: { name: 'Número de cuenta', help: onTransfers },
	banco_correo: { name: 'Correo para el aviso del banco', help: onTransfers },
	pasarelas: {
		name: 'Pasarelas que se ofrecen, en su orden',
		help: 'Las ven los clientes al pagar. Solo se ofrecen las que tienen sus credenciales puestas en el servidor.',
	},
	comision_mercadopago: { name: 'Comisión de Mercado Pago, en % sin IVA', help: onFees },
	comision_flow: { name: 'Comisión de Flow, en % sin IVA', help: onFees },
	comision_webpay: { name: 'Comisión de Webpay, en % sin IVA', help: onFees },
	abono_mercadopago: { name: 'Abono de Mercado Pago', help: onPayouts },
	abono_flow: { name: 'Abono de Flow', help: onPayouts },
	abono_webpay: { name: 'Abono de Webpay', help: onPayouts },
	pago_efectivo: { name: 'Pago en efectivo', help: 'Lo ven los clientes al pagar. Vale para pedidos nuevos.' },
	retiro_estacion: {
		name: 'Estación de metro del retiro',
		help: 'La ven los clientes en la portada, al pagar y en los correos. Un pedido hecho conserva la suya.',
	},
	retiro_horario: {
		name: 'Horario del retiro',
		help: 'Lo ven los clientes al pagar, en su orden y en los correos. Vacío: se coordina. Un pedido hecho conserva el suyo.',
	},
	retiro_aviso: {
		name: 'Aviso mínimo para retirar',
		help: 'Cuánto antes hay que avisar. Lo ven los clientes junto al horario del retiro. En 0 no se dice. Un pedido hecho conserva el suyo.',
	},
	tienda_posicion: {
		name: 'Posición de la tienda en el mapa',
		help: 'Desde ahí se mide el despacho y salen los repartos: cambia lo que ven los clientes al pagar. Un precio ya mostrado vale 30 minutos, y un pedido hecho conserva el suyo. En Google Maps, mantén el dedo sobre la tienda y copia los dos números.',
	},
	despacho_tramos: {
		name: 'Precios del despacho',
		help: 'Los ven los clientes en la portada, en Políticas y al pagar. Más allá del último tramo no se despacha. Un precio ya mostrado vale 30 minutos, y un pedido hecho conserva el suyo.',
	},
	plazo_entrega: {
		name: 'Plazo de entrega',
		help: 'Como «3 días hábiles». La ley pide decirlo antes de pagar. Un pedido hecho conserva el suyo.',
	},
	feriados: {
		name: 'Feriados y días sin despacho',
		help: 'Como «25-12-2026, 01-01-2027». No cuentan como días hábiles: con ellos Reparto sabe qué orden va atrasada. Los clientes no los ven.',
	},
	minutos_parada: {
		name: 'Minutos en cada puerta',
		help: 'Lo que toma entregar una orden. Con ellos se calcula a qué hora llega el reparto a cada cliente.',
	},
	foto_entrega: {
		name: 'Foto al entregar',
		help: 'Quien reparte la toma de lo entregado, o de la puerta donde no estaban. Solo la ve el equipo, y se borra a los 190 días.',
	},
	tienda_cerrada: {
		name: 'Tienda cerrada por un tiempo',
		help: 'La portada lo dice y nadie puede comprar. Los pedidos hechos siguen: se pagan, se preparan y se entregan.',
	},
	cierre_vuelta: {
		name: 'Día de vuelta',
		help: 'Ese día la tienda abre sola. Vacío: cierra hasta que la abras aquí.',
	},
	cierre_motivo: {
		name: 'Qué dice la portada',
		help: 'Como «Estamos de vacaciones». Vacío: «Por unos días no recibimos pedidos».',
	},
	anuncio_texto: {
		name: 'Anuncio',
		help: 'Una línea sobre la portada, como «Navidad: pedidos hasta el 22». Vacío: no hay.',
	},
	anuncio_desde: { name: 'Anuncio desde', help: 'El primer día en que se ve. Vacío: desde ya.' },
	anuncio_hasta: { name: 'Anuncio hasta', help: 'El último día en que se ve. Vacío: hasta que lo quites.' },
	carrusel_titulo_1: { name: 'Título de la primera lámina', help: onCarousel },
	carrusel_texto_1: { name: 'Texto de la primera lámina', help: onCarousel },
	carrusel_titulo_2: { name: 'Título de la segunda lámina', help: onCarousel },
	carrusel_texto_2: { name: 'Texto de la segunda lámina', help: onCarousel },
	preguntas: {
		name: 'Preguntas frecuentes',
		help: 'Se muestran en la portada y en los buscadores. Cada pregunta en una línea que termine en «?», su respuesta debajo y una línea vacía entre dos. Lo que cuesta el despacho lo dice la página sola.',
	},
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
	aviso_stock_bajo: {
		name: 'Correos de stock bajo',
		help: 'Cuando un color baja de su umbral, el equipo recibe un correo. El panel lo marca siempre.',
	},
	aviso_reserva: {
		name: 'Aviso de stock reservado',
		help: 'Cuando más de esta parte del stock está en órdenes sin pagar, o un color entero, el equipo recibe un correo.',
	},
	dias_reposicion: {
		name: 'Tiempo de reposición',
		help: 'Cuánto tarda en llegar un pedido de botellas desde que lo haces. Con él, Números y Stock dicen qué día pedir cada color.',
	},
	cupon_usos: { name: 'Usos del cupón en total', help: 'Cuántas órdenes pueden usarlo. Vacío: sin límite.' },
	cupon_usos_cliente: {
		name: 'Usos del cupón por cliente',
		help: 'Cuántas órdenes de una misma cuenta, o un mismo teléfono, pueden usarlo. Vacío: sin límite.',
	},
	cupon_hasta: { name: 'Último día del cupón', help: 'Vale hasta el final de ese día. Vacío: no vence.' },
}
