import { z } from 'zod'
import { longRow, staffMail } from '#core/server/mail/define-mail.ts'

const pesos = z.int().min(0)
function unitsLeft(stock: number): string {
	if (stock === 0) return 'no quedan unidades'
	return stock === 1 ? 'queda 1 unidad' : `quedan ${stock} unidades`
}

export const stockMails = {
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

	/** A price below half of the previous one, or a large discount code. */
	dinero_cambiado: staffMail(
		z.object({ campo: z.string(), antes: z.string(), despues: z.string(), quien: z.string() }),
		({ campo, antes, despues, quien }) => ({
			title: 'Cambió mucho lo que pagan los clientes',
			preview: `${campo}: ${despues}.`,
			paragraphs: [
				'Todo el equipo recibe este aviso. Si no corresponde, vuelve atrás en el panel y cambia la contraseña de quien lo hizo.',
			],
			place: { seccion: 'productos' },
			sections: [
				{
					title: 'Qué cambió',
					rows: [longRow(campo, despues), longRow('Antes', antes), longRow('Quién lo hizo', quien)],
				},
			],
		}),
	),
}
