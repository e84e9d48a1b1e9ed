import { z } from 'zod'
import { type NoticeKind, noticeKinds } from './notices.ts'

/** How the provider behaves where the payer's page does not say otherwise. */
export const settingsSchema = z.object({
	/** What `normal` means on the pay page. */
	avisos: z.enum(Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]).default('normal'),
	/** How late a late notification is. */
	demora_segundos: z.coerce.number().min(0).max(3_600).default(10),
	/** The search does not find payments younger than this. */
	busqueda_atrasada_segundos: z.coerce.number().min(0).max(3_600).default(0),
	/** The first reads of every payment that answer "not found". */
	lecturas_404: z.coerce.number().int().min(0).max(100).default(0),
	/** `en_proceso`: they wait; `a_la_vez`: the same one is being made; `negadas`: made, and answered as if refused. */
	devoluciones: z.enum(['al_instante', 'en_proceso', 'a_la_vez', 'negadas']).default('al_instante'),
})

export type Settings = z.output<typeof settingsSchema>
