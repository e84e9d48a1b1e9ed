import { z } from 'zod'
import { panelQuery } from '#domain/staff/panel-query.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'

const usedUpData = z.object({ llamadas: z.int().min(1) })

/** The day's paid calls to the maps are used up. To staff. */
export function mapsUsedUp(datos: unknown, shop: MailShop): MailContent {
	const llamadas = usedUpData.parse(datos).llamadas.toLocaleString('es-CL')
	return {
		subject: 'Se acabaron los mapas de hoy',
		preview: `Google ya no responde hoy: se usó una de las partes de sus ${llamadas} llamadas diarias.`,
		colors: [],
		title: 'Se acabaron los mapas de hoy',
		paragraphs: [
			`De las ${llamadas} llamadas a Google que la tienda se permite al día ya se usó la parte de las sugerencias o la de los despachos. Hasta la medianoche sugiere y mide con sus propios mapas, y cobra el despacho como siempre.`,
			'Si hoy se vende más que nunca, sube GOOGLE_MAPS_DAILY_CALLS y reinicia la tienda. Si no, alguien puede estar gastando las llamadas: mira en el registro desde cuándo.',
		],
		isForStaff: true,
		button: { label: 'Ver las órdenes', href: `${shop.publicUrl}/perfil?${panelQuery({ seccion: 'ordenes' })}` },
		sections: [],
	}
}
