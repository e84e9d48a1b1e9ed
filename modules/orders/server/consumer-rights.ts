import type { MailSection, MailShop } from '#core/server/mail/mail-content.ts'
import { formatDay } from '#core/server/mail/spanish-dates.ts'
import { rightsOf } from '#modules/orders/consumer-rights.ts'

/** A calendar day of Santiago; noon there is the same day everywhere. */
const dayText = (day: string) => formatDay(`${day}T15:00:00Z`)

/**
 * The rights that the written confirmation has to state (Ley 19.496): withdrawal and legal warranty. `handedOver`: with
 * their last days.
 */
export function consumerRights({ tienda, publicUrl }: MailShop, nro_orden: number, handedOver?: Date): MailSection {
	const ends = handedOver && rightsOf(handedOver)
	const dates = ends
		? [
				`Puedes arrepentirte hasta el ${dayText(ends.retracto)}; la garantía legal vale hasta el ${dayText(ends.garantia)}.`,
			]
		: []
	return {
		title: 'Tus derechos',
		paragraphs: [
			...dates,
			`Derecho a retracto: tienes 10 días desde que recibes el producto para arrepentirte, sin dar motivos. Escríbenos a ${tienda.correo} con tu número de orden (${nro_orden}), devuelve el producto sin daños causados por ti y te devolvemos lo pagado.`,
			'Garantía legal: si el producto falla dentro de 6 meses desde la entrega, eliges entre devolución del dinero, cambio o reparación gratuita. Basta tu boleta o comprobante de pago.',
			`Los términos y políticas completos están en ${publicUrl}/politicas`,
		],
	}
}
