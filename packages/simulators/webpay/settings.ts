import { z } from 'zod'

/** How the browser comes back after the payer decided. */
export const returnKinds = {
	normal: 'Vuelve una vez',
	'dos-veces': 'Vuelve varias veces a la vez',
	vencido: 'El formulario vence sin pagar',
	error: 'Vuelve desde la página de error',
	post: 'Vuelve con POST (al abandonar)',
} as const

export type ReturnKind = keyof typeof returnKinds

export const settingsSchema = z.object({
	/** How long after the bank's answer the shop may commit. */
	minutos_para_confirmar: z.coerce.number().min(0).max(10_000).default(10),
	/** How long a token and its form can be paid after they were made. */
	minutos_de_vida: z.coerce.number().min(0).max(10_000).default(5),
	/** How long a commit takes; meanwhile the transaction is locked for any other. */
	segundos_de_commit: z.coerce.number().min(0).max(60).default(0),
})

export type Settings = z.output<typeof settingsSchema>
