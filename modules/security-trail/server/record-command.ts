import { randomUUID } from 'node:crypto'
import type { Transaction } from '#core/server/db/database.ts'
import type { OperatorCommand } from '#modules/context.ts'
import { writeSecurityEvents } from '#modules/security-trail/server/write-security-events.ts'

/** Records a change of rights by the operator's command, in its transaction: it has no network. */
export async function recordCommand(tx: Transaction, { accountId, tipo, detalle }: OperatorCommand): Promise<void> {
	const now = new Date()
	const event = { tipo, usuario_id: accountId, detalle: `comando, ${detalle}` } as const
	await writeSecurityEvents(tx, [{ ...event, clave: randomUUID(), veces: 1, created_at: now, ultima_at: now }])
}
