import { z } from 'zod'
import { listOf, optionalText, pageQuery } from '#core/contract/lists.ts'
import { auditKinds } from '#core/rules/audit-actions.ts'

export const listAuditQuery = pageQuery.extend({
	tipo: optionalText(20).pipe(z.enum(auditKinds).optional()),
	id: optionalText(60),
})

/**
 * One row of the audit log. `usuario` is the acting account's e-mail; null: the shop itself (a gateway's answer, a
 * job).
 */
export const auditEntry = z.object({
	id: z.int(),
	created_at: z.string(),
	tipo: z.enum(auditKinds),
	ref: z.string(),
	usuario: z.string().nullable(),
	accion: z.string().describe('what was done; lines of earlier versions keep the words of their time'),
	campo: z.string().nullable(),
	detalle: z.string().nullable(),
	antes: z.string().nullable(),
	despues: z.string().nullable(),
})
export type AuditLine = z.infer<typeof auditEntry>

export const listAuditAnswer = listOf(auditEntry)
