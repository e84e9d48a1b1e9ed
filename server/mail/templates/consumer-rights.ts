import type { MailSection, MailShop } from '#server/mail/mail-content.ts'

/** The rights that the written confirmation has to state (Ley 19.496): withdrawal and legal warranty. */
export function consumerRights({ tienda, publicUrl }: MailShop, nro_orden: number): MailSection {
	return {
		title: 'Tus derechos',
		paragraphs: [
			`Derecho a retracto: tienes 10 días desde que recibes el producto para arrepentirte, sin dar motivos. Escríbenos a ${tienda.correo} con tu número de orden (${nro_orden}), devuelve el producto sin daños causados por ti y te devolvemos lo pagado.`,
			'Garantía legal: si el producto falla dentro de 6 meses desde la entrega, eliges entre devolución del dinero, cambio o reparación gratuita. Basta tu boleta o comprobante de pago.',
			`Los términos y políticas completos están en ${publicUrl}/politicas`,
		],
	}
}
