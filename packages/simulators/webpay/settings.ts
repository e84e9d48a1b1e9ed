import { z } from 'zod'

/** The browser's return after the decision. */
export const returnKinds = {
	normal: 'Vuelve una vez',
	'dos-veces': 'Vuelve varias veces a la vez',
	vencido: 'El formulario vence sin pagar',
	error: 'Vuelve desde la página de error',
	post: 'Vuelve con POST (al abandonar)',
} as const

export type ReturnKind = keyof typeof returnKinds

export const settingsSchema = z.object({
	/** Time after the bank's answer within which the shop may commit. */
	minutos_para_confirmar: z.coerce.number().min(0).max(10_000).default(10),
	/** Lifetime of a token and its form. */
	minutos_de_vida: z.coerce.number().min(0).max(10_000).default(5),
	/** Duration of a commit, which locks the transaction. */
	segundos_de_commit: z.coerce.number().min(0).max(60).default(0),
})

export type Settings = z.output<typeof settingsSchema>
