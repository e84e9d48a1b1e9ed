import { z } from 'zod'
import { caseReasons } from '#core/rules/case-reasons.ts'
import { formatClp } from '#core/rules/money.ts'
import { metodoPagoText, metodosPago } from '#core/rules/payment-methods.ts'
import { staffMail } from '#core/server/mail/define-mail.ts'
import type { MailRow, MailShop } from '#core/server/mail/mail-content.ts'
import { formatMoment } from '#core/server/mail/spanish-dates.ts'
import { tiposEntrega } from '#modules/delivery/delivery.ts'
import { caseTextOf } from '#modules/orders/case-text.ts'
import {
	customerSection,
	deliverySection,
	type OrderData,
	orderData,
	orderSection,
} from '#modules/orders/server/mail-data.ts'
import { documentName } from '#modules/tax-documents/document-text.ts'
import { tiposDocumento } from '#modules/tax-documents/tax-document.ts'

/** The common parts of mails to staff about one order. */
const aboutOrder = (order: OrderData, shop: MailShop) => ({
	place: { orden: order.orden_id },
	sections: [orderSection(order), customerSection(order), deliverySection(order, shop)],
})

/** A row whose value has a line of its own. */
const long = (label: string, value: string): MailRow => ({ label, value, isLong: true })

const pesos = z.int().min(0)
const salesData = z.object({
	cuantos: z.int().min(1),
	total: pesos,
	pedidos: z
		.array(
			z.object({
				nro_orden: z.int(),
				total: pesos,
				metodo_pago: z.enum(metodosPago),
				tipo_entrega: z.enum(tiposEntrega),
				estado: z.string(),
			}),
		)
		.min(1),
})

function saleRow(sale: z.output<typeof salesData>['pedidos'][number]): MailRow {
	const { nro_orden, total, metodo_pago, tipo_entrega, estado } = sale
	const note = [metodoPagoText[metodo_pago], ...(estado === 'pendiente' ? ['por cobrar'] : []), tipo_entrega]
	return { label: `Pedido ${nro_orden}`, value: formatClp(total), note: note.join(' · ') }
}

function unitsLeft(stock: number): string {
	if (stock === 0) return 'no quedan unidades'
	return stock === 1 ? 'queda 1 unidad' : `quedan ${stock} unidades`
}

const change = z.object({ campo: z.string(), antes: z.string(), despues: z.string() })

/** Mails about orders, stock and changes, to all staff. */
export const staffMails = {
	comprobante_staff: staffMail(orderData, (order, shop) => {
		const total = formatClp(order.total)
		return {
			...aboutOrder(order, shop),
			subject: `Comprobante por revisar · Orden N° ${order.nro_orden}`,
			preview: `Un cliente dice haber transferido ${total}.`,
			title: 'Hay un comprobante por revisar',
			paragraphs: [
				`Un cliente subió el comprobante de una transferencia por ${total}. Busca en la cuenta un abono por ese monto exacto, con el comentario «Orden ${order.nro_orden}».`,
				'Si el abono está, marca la orden como pagada. La imagen sola no prueba el pago.',
			],
		}
	}),

	caso_staff: staffMail(orderData.extend({ motivo: z.enum(caseReasons) }), ({ motivo, ...order }, shop) => {
		const { title, what, todo } = caseTextOf(motivo)
		const subject = `${title} · Orden N° ${order.nro_orden}`
		return { ...aboutOrder(order, shop), subject, title, paragraphs: [what, todo] }
	}),

	/** A new order that is paid, or a cash order. `por_cobrar`: CLP to collect. */
	orden_nueva: staffMail(orderData.extend({ por_cobrar: pesos }), ({ por_cobrar, ...order }, shop) => {
		const { nro_orden, total, metodo_pago, tipo_entrega } = order
		const isPickup = tipo_entrega === 'retiro'
		const paid =
			total === 0 ? 'No hay nada que cobrar.' : `Está pagado: ${formatClp(total)} (${metodoPagoText[metodo_pago]}).`
		const due = `Se cobra al ${isPickup ? 'retirarlo' : 'entregarlo'}: ${formatClp(por_cobrar)} en efectivo.`
		return {
			...aboutOrder(order, shop),
			subject: `Nuevo pedido ${nro_orden} · ${formatClp(total)} · ${tipo_entrega}`,
			title: `Nuevo pedido ${nro_orden}`,
			paragraphs: [
				por_cobrar > 0 ? due : paid,
				isPickup ? 'El cliente lo retira en el metro.' : 'Hay que llevarlo a su dirección.',
			],
			button: 'Abrir la orden',
		}
	}),

	/** An order that only staff can settle expires soon. */
	orden_por_vencer: staffMail(orderData, (order, shop) => {
		const until = order.expires_at ? ` el ${formatMoment(order.expires_at)}` : ' pronto'
		const isTransfer = order.metodo_pago === 'transferencia'
		const title = isTransfer ? 'Falta confirmar una transferencia' : 'Falta entregar un pedido en efectivo'
		const paragraphs = isTransfer
			? [
					`El cliente subió su comprobante por ${formatClp(order.total)} y nadie lo confirma todavía. Si sigue así, sus unidades vuelven al stock${until} y la orden queda como caso.`,
					'Busca el abono en el banco. Si llegó, confirma la transferencia; si no, cancela la orden.',
				]
			: [
					`El pedido sigue sin entregar. Si sigue así, sus unidades vuelven al stock${until} y el cliente recibe un correo.`,
					'Si ya lo entregaste, márcalo como entregado. Si necesitas más días, vuelve a poner la orden en «Pendiente»: así espera sin plazo.',
				]
		const subject = `${title} · Orden N° ${order.nro_orden}`
		return { ...aboutOrder(order, shop), subject, title, paragraphs, button: 'Abrir la orden' }
	}),

	/** The new orders since the last summary; at most once a day. */
	resumen_pedidos: staffMail(salesData, ({ cuantos, total, pedidos }) => {
		const title = cuantos === 1 ? '1 pedido nuevo' : `${cuantos} pedidos nuevos`
		const others = cuantos - pedidos.length
		return {
			subject: `${title} · ${formatClp(total)}`,
			preview: `En total, ${formatClp(total)}`,
			title,
			paragraphs: ['Son los pedidos pagados o por cobrar al entregarlos desde el resumen anterior.'],
			place: { seccion: 'ordenes' },
			button: 'Ver las órdenes',
			sections: [
				{
					title: 'Pedidos nuevos',
					rows: [...pedidos.map(saleRow), { label: 'Total', value: formatClp(total), isTotal: true }],
					...(others > 0 && { paragraphs: [`Y ${others} más, que están en el panel.`] }),
				},
			],
		}
	}),

	stock_bajo: staffMail(
		z.object({ nombre: z.string(), color: z.string(), stock: pesos, umbral: pesos }),
		({ nombre, color, stock, umbral }) => {
			const what = color === '' ? nombre : color
			return {
				subject: `Stock bajo: ${unitsLeft(stock)} de ${what}`,
				preview: `El stock llegó a su umbral de ${umbral}.`,
				colors: color === '' ? [] : [color],
				title: `${what}: ${unitsLeft(stock)}`,
				paragraphs: ['El stock quedó en su umbral o por debajo. Repón y actualízalo en el panel.'],
				place: { seccion: 'stock' },
				sections: [
					{
						title: 'Producto',
						rows: [
							{ label: 'Nombre', value: nombre },
							...(color === '' ? [] : [{ label: 'Color', value: color }]),
							{ label: 'Unidades en stock', value: String(stock) },
							{ label: 'Umbral de stock bajo', value: String(umbral) },
						],
					},
				],
			}
		},
	),

	/** Unpaid orders reserve a large part of the stock; once per episode. */
	stock_reservado: staffMail(
		z.object({
			porcentaje: z.int().min(0),
			unidades: z.int().min(1),
			colores: z.array(z.string()),
			detalle: z.array(z.object({ color: z.string(), stock: z.int(), reservadas: z.int() })),
		}),
		({ porcentaje, unidades, colores, detalle }) => {
			const all = new Intl.ListFormat('es', { type: 'conjunction' }).format(colores)
			return {
				title:
					colores.length > 0
						? `Todo lo que queda de ${all} está sin pagar`
						: `El ${porcentaje} % del stock está sin pagar`,
				preview: `${unidades} unidades están reservadas en órdenes sin pagar.`,
				colors: colores,
				paragraphs: [
					`Hay ${unidades} unidades (el ${porcentaje} % del stock) en órdenes pendientes o en revisión.`,
					'Puede ser un buen día. Si muchas órdenes son de la misma persona o no parecen de verdad, cancélalas: sus unidades vuelven al stock. En el panel, en Ajustes, puedes bajar los límites.',
					'No te escribiremos otra vez por esto hasta que baje y vuelva a subir.',
				],
				place: { seccion: 'ordenes', estado: 'pendiente' },
				button: 'Ver las órdenes',
				sections: [
					{
						title: 'Por color',
						rows: detalle.map(({ color, stock, reservadas }) => ({
							label: color,
							value: `${reservadas} reservadas`,
							note: `${stock} a la venta`,
						})),
					},
				],
			}
		},
	),

	folios_bajos: staffMail(z.object({ tipo: z.literal(tiposDocumento), quedan: z.int().min(0) }), ({ tipo, quedan }) => {
		const name = documentName[tipo]
		return {
			title: quedan === 0 ? `No quedan folios de ${name}` : `Quedan pocos folios de ${name}: ${quedan}`,
			preview: 'Pide folios antes de que se acaben.',
			paragraphs: [
				'Pide más folios en el SII o a tu proveedor. La tienda sigue vendiendo y devolviendo: emite lo que falte apenas haya folios.',
			],
			sections: [
				{
					title: 'Folios',
					rows: [
						{ label: 'Documento', value: `${name} (${tipo})` },
						{ label: 'Quedan', value: String(quedan) },
					],
				},
			],
		}
	}),

	/** Mails were not sent for a while; arrives when they are sent again. */
	alarma_correos: staffMail(z.object({ cuantos: z.int().min(1), desde: z.iso.datetime() }), ({ cuantos, desde }) => ({
		title: `${cuantos === 1 ? 'Un correo esperó' : `${cuantos} correos esperaron`} más de 15 minutos`,
		preview: `El más antiguo es del ${formatMoment(desde)}.`,
		paragraphs: [
			`Desde el ${formatMoment(desde)} hubo correos que el servidor no aceptaba. Si lees esto, volvieron a salir o están saliendo.`,
			'Mira en el panel, en Trabajos, si alguno falla todavía: se puede reintentar. Los clientes recibirán sus avisos con retraso.',
		],
		place: { seccion: 'trabajos' },
	})),

	/** The paid map calls of a day are used up. */
	mapas_agotados: staffMail(z.object({ llamadas: z.int().min(1) }), (data) => {
		const llamadas = data.llamadas.toLocaleString('es-CL')
		return {
			title: 'Se acabaron los mapas de hoy',
			preview: `Google ya no responde hoy: se usó una de las partes de sus ${llamadas} llamadas diarias.`,
			paragraphs: [
				`De las ${llamadas} llamadas a Google que la tienda se permite al día ya se usó la parte de las sugerencias o la de los despachos. Hasta la medianoche sugiere y mide con sus propios mapas, y cobra el despacho como siempre.`,
				'Si hoy se vende más que nunca, sube GOOGLE_MAPS_DAILY_CALLS y reinicia la tienda. Si no, alguien puede estar gastando las llamadas: mira en el registro desde cuándo.',
			],
			place: { seccion: 'ordenes' },
			button: 'Ver las órdenes',
		}
	}),

	/** The bank account for transfers changed. `quien`: null when the environment changed it. */
	banco_cambiado: staffMail(
		z.object({ cambios: z.array(change), quien: z.string().nullable() }),
		({ cambios, quien }) => ({
			title: 'Cambiaron los datos para transferir',
			preview: cambios.map(({ campo, despues }) => `${campo}: ahora dice ${despues}.`).join(' '),
			paragraphs: [
				'Desde ahora los clientes ven estos datos al pagar por transferencia. Todo el equipo recibe este aviso. Si no corresponde, vuelve al valor anterior en Ajustes y cambia la contraseña de quien lo hizo.',
			],
			place: { seccion: 'ajustes', grupo: 'banco' },
			button: 'Abrir los ajustes',
			sections: [
				{
					title: 'Qué cambió',
					rows: [
						...cambios.flatMap(({ campo, antes, despues }) => [
							long(campo, despues || 'sin escribir'),
							long('Antes decía', antes || 'sin escribir'),
						]),
						long('Quién lo hizo', quien ?? 'La tienda'),
					],
				},
			],
		}),
	),

	/** A price below half of the previous one, or a large discount code. */
	dinero_cambiado: staffMail(change.extend({ quien: z.string() }), ({ campo, antes, despues, quien }) => ({
		title: 'Cambió mucho lo que pagan los clientes',
		preview: `${campo}: ${despues}.`,
		paragraphs: [
			'Todo el equipo recibe este aviso. Si no corresponde, vuelve atrás en el panel y cambia la contraseña de quien lo hizo.',
		],
		place: { seccion: 'productos' },
		sections: [
			{ title: 'Qué cambió', rows: [long(campo, despues), long('Antes', antes), long('Quién lo hizo', quien)] },
		],
	})),

	/** To the staff account that requested it. */
	correo_prueba: staffMail(z.object({ pedido_por: z.string() }), ({ pedido_por }) => ({
		subject: 'Prueba: los correos de tu tienda llegan',
		preview: 'Si lees esto, tus clientes también reciben los suyos.',
		title: 'Los correos llegan',
		paragraphs: [
			'Si lees esto, tus clientes también reciben los suyos. Si estaba en spam, pide a quien maneja tu dominio que autorice al servidor de correo (SPF y DKIM).',
		],
		place: { seccion: 'primer_dia' },
		button: 'Volver a la lista',
		sections: [{ title: 'Quién lo pidió', rows: [long('Cuenta', pedido_por)] }],
	})),
}
