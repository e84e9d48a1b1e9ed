import { z } from 'zod'
import { panelQuery } from '#domain/staff/panel-query.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'

const stockData = z.object({
	nombre: z.string(),
	color: z.string(),
	stock: z.int().min(0),
	umbral: z.int().min(0),
})

function howMany(stock: number): string {
	if (stock === 0) return 'no quedan unidades'
	return stock === 1 ? 'queda 1 unidad' : `quedan ${stock} unidades`
}

/** A colour is at its threshold or below. To staff. */
export function lowStock(datos: unknown, shop: MailShop): MailContent {
	const { nombre, color, stock, umbral } = stockData.parse(datos)
	const what = color === '' ? nombre : color
	return {
		subject: `Stock bajo: ${howMany(stock)} de ${what}`,
		preview: `El stock llegó a su umbral de ${umbral}.`,
		colors: color === '' ? [] : [color],
		title: `${what}: ${howMany(stock)}`,
		paragraphs: ['El stock quedó en su umbral o por debajo. Repón y actualízalo en el panel.'],
		isForStaff: true,
		button: { label: 'Abrir el panel', href: `${shop.publicUrl}/perfil?${panelQuery({ seccion: 'stock' })}` },
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
}
