import { and, count, inArray, isNull, lt } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Database, Queryable } from '#core/server/db/database.ts'
import { isHeldCopy, releaseCopy } from '#core/server/db/held-copy.ts'
import type { Waiting } from '#modules/backup/copy-text.ts'
import { placeOrder } from '#modules/checkout/endpoints.ts'
import { payOrder, payTrackedOrder } from '#modules/orders/endpoints.ts'
import { devoluciones } from '#modules/orders/payment-tables.ts'
import { correos, ordenes } from '#modules/orders/tables.ts'
import { uploadProof } from '#modules/payments/endpoints.ts'

/** Calls of customers that begin an order or a payment, as their routes are registered. */
const refusedPaths = [placeOrder, payOrder, payTrackedOrder, uploadProof].map(({ path }) => path.replace(/\/$/, ''))

/** Refuses orders and payments with `copia_retenida` while the shop is a held copy. */
export function refuseWhileHeld(app: FastifyInstance, isHeld: () => boolean): void {
	app.addHook('onRequest', async ({ routeOptions, method }) => {
		if (method === 'POST' && refusedPaths.includes(routeOptions.url ?? '') && isHeld()) refuse('copia_retenida')
	})
}

/** What the shop on this database does at once when it runs. */
export async function readWaiting(db: Queryable, now: Date): Promise<Waiting> {
	const n = { n: count() }
	const [[mails], [refunds], [orders]] = await Promise.all([
		db.select(n).from(correos).where(isNull(correos.enviado_at)),
		db
			.select(n)
			.from(devoluciones)
			.where(inArray(devoluciones.estado, ['pedida', 'enviando'])),
		db
			.select(n)
			.from(ordenes)
			.where(and(inArray(ordenes.estado, ['pendiente', 'en_revision']), lt(ordenes.expires_at, now))),
	])
	return { correos: mails?.n ?? 0, devoluciones: refunds?.n ?? 0, vencidas: orders?.n ?? 0 }
}

/**
 * Makes a restored copy the shop: every process on it starts its jobs within seconds. May be repeated. `actorId` null: the
 * operator's command.
 */
export async function openCopy(db: Database, actorId: number | null): Promise<void> {
	await db.transaction(async (tx) => {
		if (!(await isHeldCopy(tx))) return
		await releaseCopy(tx)
		await writeAudit(tx, { tipo: 'ajuste', ref: 'copia', usuario_id: actorId, accion: 'copia_abierta' })
	})
}
