import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { secondsAfter } from '#core/rules/times.ts'
import { addressHash } from '#modules/back-in-stock/server/person-notices.ts'
import { avisosStock } from '#modules/back-in-stock/tables.ts'
import { sku } from '#modules/catalog/product.ts'
import { productos } from '#modules/catalog/tables.ts'
import type { Context } from '#modules/lists/context.ts'
import { movimientosStock } from '#modules/orders/tables.ts'
import { saleNotice } from '#modules/settings/sale-state.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/** Stock counts once it has stayed this long: an expired order that is paid late, or a mistyped count, is no arrival. */
const steadySeconds = 600
/** Notices of one colour in one run; the rest follows in the next one, if there still is stock. */
const maxOfRun = 200

/**
 * Mails everybody who waits for a colour with stock, the first to ask first, and deletes their requests in the same
 * transaction, so that nobody gets a second mail. None while the shop is closed. Runs every five minutes.
 */
export async function sendNotices({ db, clock, mail }: Pick<Context, 'db' | 'clock' | 'mail'>): Promise<void> {
	const now = clock.now()
	if (saleNotice(await readSettings(db), now) !== undefined) return
	const arrived = db
		.select({ units: sql`coalesce(sum(${movimientosStock.cantidad}), 0)` })
		.from(movimientosStock)
		.where(
			and(
				eq(movimientosStock.producto_id, productos.id),
				gt(movimientosStock.cantidad, 0),
				gt(movimientosStock.created_at, secondsAfter(now, -steadySeconds)),
			),
		)
	const isConfirmed = and(eq(avisosStock.color, productos.color), isNotNull(avisosStock.confirmado_at))
	const products = await db
		.select({ nombre: productos.nombre, color: productos.color, precio: productos.precio, stock: productos.stock })
		.from(productos)
		.where(
			and(
				eq(productos.sku, sku),
				isNull(productos.deleted_at),
				// At no moment since then was there less than today's stock without what came meanwhile.
				sql`${productos.stock} > (${arrived})`,
				exists(db.select({ one: sql`1` }).from(avisosStock).where(isConfirmed)),
			),
		)
	for (const { stock, ...product } of products) {
		await db.transaction(async (tx) => {
			const isWaiting = and(eq(avisosStock.color, product.color), isNotNull(avisosStock.confirmado_at))
			const pocas = stock < (await tx.$count(avisosStock, isWaiting))
			const first = tx
				.select({ id: avisosStock.id })
				.from(avisosStock)
				.where(isWaiting)
				.orderBy(asc(avisosStock.pedido_at))
				.limit(maxOfRun)
			const waiting = await tx.delete(avisosStock).where(inArray(avisosStock.id, first)).returning()
			waiting.sort((one, other) => one.pedido_at.getTime() - other.pedido_at.getTime())
			const mails = waiting.map(({ id, correo }) => ({
				clave: `aviso_llego:${id}`,
				plantilla: 'aviso_llego' as const,
				destinatario: correo,
				datos: { ...product, pocas, parar: addressHash(correo) },
			}))
			await mail(tx, ...mails)
		})
	}
}
