import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { plainText } from '#core/contract/fields.ts'
import { consentVersion } from '#modules/back-in-stock/consent.ts'

const about = { tag: 'avisos de stock', caller: 'anyone', method: 'POST' } as const
const params = z.object({ token: z.string().max(1000) })

/** Asks for one mail when a colour has stock again, and mails a link to confirm. The answer tells nothing about the address. */
export const askNotice = endpoint({
	...about,
	path: '/api/avisos_stock/',
	limits: ['avisar_stock'],
	body: z.object({
		color: plainText(100),
		correo: z.string().max(320),
		consentimiento: z.literal(consentVersion).describe('the version of the text that the person read'),
	}),
	answer: z.object({ mensaje: z.string() }),
})

/** The second half of the consent. Repeatable. */
export const confirmNotice = endpoint({
	...about,
	path: '/api/avisos_stock/confirmar/:token/',
	limits: ['enlace_aviso'],
	params,
	answer: z.object({ color: z.string() }),
})

/** Erases all requests of an address. Mail programs call it themselves (RFC 8058), with a form that is not read. Repeatable. */
export const stopNotices = endpoint({
	...about,
	path: '/api/avisos_stock/parar/:token/',
	limits: ['enlace_aviso'],
	params,
	answer: z.object({ borrado: z.literal(true) }),
})
