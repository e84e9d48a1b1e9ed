import { z } from 'zod'

/** The ways in which the confirmation reaches the shop, or does not. */
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

/** How the provider behaves where the payer's page does not say otherwise. */
export const settingsSchema = z.object({
	avisos: noticeField,
	demora_segundos: z.coerce.number().min(0).max(3_600).default(10),
	/** The real provider refuses addresses of example.com; a demonstration is full of them. */
	correos_de_ejemplo: z.enum(['acepta', 'rechaza']).default('acepta'),
})

export type Settings = z.output<typeof settingsSchema>
