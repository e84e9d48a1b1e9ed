import { z } from 'zod'
import { type NoticeKind, noticeKinds } from './notices.ts'

/** Default behaviour of the provider, overridden on the pay page. */
export const settingsSchema = z.object({
	/** Meaning of `normal` on the pay page. */
	avisos: z.enum(Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]).default('normal'),
	/** Delay of a late notification. */
	demora_segundos: z.coerce.number().min(0).max(3_600).default(10),
	/** The search omits payments younger than this. */
	busqueda_atrasada_segundos: z.coerce.number().min(0).max(3_600).default(0),
	/** Number of first reads of a payment that answer "not found". */
	lecturas_404: z.coerce.number().int().min(0).max(100).default(0),
	/** `en_proceso`: pending; `a_la_vez`: an equal one is in progress; `negadas`: made, and answered as refused. */
	devoluciones: z.enum(['al_instante', 'en_proceso', 'a_la_vez', 'negadas']).default('al_instante'),
})

export type Settings = z.output<typeof settingsSchema>
