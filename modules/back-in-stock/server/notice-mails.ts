import { z } from 'zod'
import { addressOf } from '#core/contract/endpoint.ts'
import { formatClp } from '#core/rules/money.ts'
import { retentionDays } from '#core/rules/retention.ts'
import { secondsAfter } from '#core/rules/times.ts'
import type { MailContent, MailDefinition, MailShop } from '#core/server/mail/define-mail.ts'
import { stopNotices } from '#modules/back-in-stock/endpoints.ts'
import { colorSlug } from '#modules/catalog/colors.ts'

/** The purposes of the signed links. */
export const linkPurposes = { confirm: 'aviso_confirmar', stop: 'aviso_parar' } as const

/** A mail is read long after it was sent: its link to stop stays valid for two years. */
const stopDays = 730

const data = z.object({ nombre: z.string(), color: z.string(), parar: z.string().describe('hash of the address') })

function noticeMail<Data extends z.infer<typeof data>>(
	shape: z.ZodType<Data>,
	text: (data: Data, shop: MailShop) => Pick<MailContent, 'subject' | 'preview' | 'title' | 'paragraphs' | 'button'>,
): MailDefinition {
	return {
		mayBeSentAgain: false,
		mayBeHeldBack: false,
		write(datos, shop) {
			const read = shape.parse(datos)
			const token = shop.signer.sign(
				linkPurposes.stop,
				{ id: read.parar },
				secondsAfter(shop.clock.now(), stopDays * 86_400),
			)
			return {
				...text(read, shop),
				colors: [read.color],
				sections: [],
				stop: {
					label: 'No quiero más avisos de stock',
					href: `${shop.publicUrl}/aviso/parar/${token}`,
					post: shop.publicUrl + addressOf(stopNotices, { params: { token } }),
				},
			}
		},
	}
}

export const noticeMails = {
	aviso_confirma: noticeMail(data.extend({ aviso_id: z.uuid() }), ({ nombre, color, aviso_id }, shop) => {
		const days = retentionDays.unconfirmedNotice
		const token = shop.signer.sign(
			linkPurposes.confirm,
			{ id: aviso_id },
			secondsAfter(shop.clock.now(), days * 86_400),
		)
		return {
			subject: `Confirma tu aviso de ${color}`,
			preview: 'Sin tu confirmación no te escribimos.',
			title: 'Confirma tu aviso',
			paragraphs: [
				`Pediste un aviso para cuando haya stock de ${nombre} en ${color}. Confírmalo con el botón y te escribiremos una sola vez, cuando llegue.`,
				`El enlace dura ${days} días. Si no fuiste tú, no hagas nada: sin confirmación no te avisamos, y borramos tu correo.`,
			],
			button: { label: 'Confirmar mi aviso', href: `${shop.publicUrl}/aviso/confirmar/${token}` },
		}
	}),

	/** `pocas`: fewer units came than persons wait. */
	aviso_llego: noticeMail(data.extend({ precio: z.int(), pocas: z.boolean() }), (notice, shop) => {
		const { nombre, color, precio, pocas } = notice
		return {
			subject: `Llegó ${nombre} en ${color}`,
			preview: `Ya hay stock, a ${formatClp(precio)}.`,
			title: `Llegó ${color}`,
			paragraphs: [
				`Ya hay stock de ${nombre} en ${color}, a ${formatClp(precio)}. Te escribimos porque nos pediste este aviso.`,
				...(pocas ? ['Llegaron menos unidades que personas esperando, y no podemos apartar ninguna.'] : []),
				'Es el único aviso: ya borramos tu correo de la lista.',
			],
			button: { label: `Ver ${color}`, href: `${shop.publicUrl}/?color=${encodeURIComponent(colorSlug(color))}` },
		}
	}),
}
