import { z } from 'zod'
import { panelQuery } from '#domain/staff/panel-query.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'

const heldData = z.object({
	porcentaje: z.int().min(0),
	unidades: z.int().min(1),
	colores: z.array(z.string()),
	detalle: z.array(z.object({ color: z.string(), stock: z.int(), reservadas: z.int() })),
})

/** A large part of the stock is in orders that nobody has paid. To staff, once an episode. */
export function stockHeld(datos: unknown, shop: MailShop): MailContent {
	const { porcentaje, unidades, colores, detalle } = heldData.parse(datos)
	const all = new Intl.ListFormat('es', { type: 'conjunction' }).format(colores)
	const title =
		colores.length > 0 ? `Todo lo que queda de ${all} está sin pagar` : `El ${porcentaje} % del stock está sin pagar`
	return {
		subject: title,
		preview: `${unidades} unidades están reservadas en órdenes sin pagar.`,
		colors: colores,
		title,
		paragraphs: [
			`Hay ${unidades} unidades (el ${porcentaje} % del stock) en órdenes pendientes o en revisión.`,
			'Puede ser un buen día. Si muchas órdenes son de la misma persona o no parecen de verdad, cancélalas: sus unidades vuelven al stock. En el panel, en Ajustes, puedes bajar los límites.',
			'No te escribiremos otra vez por esto hasta que baje y vuelva a subir.',
		],
		isForStaff: true,
		button: {
			label: 'Ver las órdenes',
			href: `${shop.publicUrl}/perfil?${panelQuery({ seccion: 'ordenes' })}&estado=pendiente`,
		},
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
}
