import { z } from 'zod'
import { tiposEntrega } from '#domain/delivery/delivery.ts'
import { formatClp } from '#domain/money.ts'
import { metodoPagoText, metodosPago } from '#domain/orders/metodo-pago.ts'
import { panelQuery } from '#domain/staff/panel-query.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'

const pesos = z.int().min(0)

const summaryData = z.object({
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

type Sale = z.infer<typeof summaryData>['pedidos'][number]

const noteOf = ({ metodo_pago, tipo_entrega, estado }: Sale) =>
	[metodoPagoText[metodo_pago], ...(estado === 'pendiente' ? ['por cobrar'] : []), tipo_entrega].join(' · ')

/** The new orders since the summary before. To staff, at most once a day. */
export function salesSummary(datos: unknown, shop: MailShop): MailContent {
	const { cuantos, total, pedidos } = summaryData.parse(datos)
	const what = cuantos === 1 ? '1 pedido nuevo' : `${cuantos} pedidos nuevos`
	const others = cuantos - pedidos.length
	return {
		subject: `${what} · ${formatClp(total)}`,
		preview: `En total, ${formatClp(total)}`,
		colors: [],
		title: what,
		paragraphs: ['Son los pedidos pagados o por cobrar al entregarlos desde el resumen anterior.'],
		isForStaff: true,
		button: { label: 'Ver las órdenes', href: `${shop.publicUrl}/perfil?${panelQuery({ seccion: 'ordenes' })}` },
		sections: [
			{
				title: 'Pedidos nuevos',
				rows: [
					...pedidos.map((sale) => ({
						label: `Pedido ${sale.nro_orden}`,
						value: formatClp(sale.total),
						note: noteOf(sale),
					})),
					{ label: 'Total', value: formatClp(total), isTotal: true },
				],
				...(others > 0 && { paragraphs: [`Y ${others} más, que están en el panel.`] }),
			},
		],
	}
}
