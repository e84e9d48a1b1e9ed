import { z } from 'zod'

/** Delivery modes of the confirmation. */
export const noticeKinds = {
	normal: 'Confirmación al instante',
	tarde: 'Confirmación tarde',
	'dos-veces': 'Confirmación varias veces',
	nunca: 'Sin confirmación',
	forjada: 'Confirmación con un token inventado',
	antes: 'Confirmación antes de volver',
} as const

export type NoticeKind = keyof typeof noticeKinds

export const noticeField = z.enum(Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]).default('normal')

/** Default behaviour of the provider, overridden on the pay page. */
export const settingsSchema = z.object({
	avisos: noticeField,
	demora_segundos: z.coerce.number().min(0).max(3_600).default(10),
	/** The real provider rejects addresses of example.com, which a demo shop contains. */
	correos_de_ejemplo: z.enum(['acepta', 'rechaza']).default('acepta'),
})

export type Settings = z.output<typeof settingsSchema>
