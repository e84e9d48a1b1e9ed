import { and, eq, gte, inArray, isNotNull, isNull, lt, ne, not, notExists, or, type SQL, sql } from 'drizzle-orm'
import { retentionDays } from '#core/rules/retention.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Database, Transaction } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { type Hooks, type PurgeDeps, runHooks } from '#modules/lists/context.ts'
import type { Estado } from '#modules/orders/estado.ts'
import {
	comprobantes,
	devoluciones,
	devolucionesAMano,
	disputas,
	intentosPago,
	pagos,
} from '#modules/orders/payment-tables.ts'
import { correos, ordenes } from '#modules/orders/tables.ts'

/** Orders paid or waiting for payment: the shop needs name and address for the hand-over. */
export const statesUnderWay: Estado[] = ['pendiente', 'en_revision', 'pagada']

/** SQL condition: expired but still polled, as its page may be paid late. */
const mayBePaidLate = sql`${ordenes.estado} = 'fallida' and exists (
	select 1 from ${intentosPago} where ${intentosPago.orden_id} = ${ordenes.id}
		and ${intentosPago.consultar_at} is not null and ${intentosPago.estado} <> 'pagado')`

/** SQL condition: a refund is pending, disputed, or waits for staff: the payer may have to be contacted. */
const owesMoney = sql`exists (select 1 from ${devoluciones} where ${devoluciones.orden_id} = ${ordenes.id}
		and ${devoluciones.estado} not in ('hecha', 'rechazada'))
	or exists (select 1 from ${disputas} where ${disputas.orden_id} = ${ordenes.id} and ${disputas.estado} = 'abierta')
	or ${ordenes.estado} = 'cancelado' and ${ordenes.atencion} is not null
		and (${ordenes.pagada_at} is not null or exists (select 1 from ${pagos} where ${pagos.orden_id} = ${ordenes.id}))`

const isUnderWay = sql`(${inArray(ordenes.estado, statesUnderWay)} or ${mayBePaidLate} or ${owesMoney})`

/** SQL condition: the order no longer needs name or address. */
export const isClosed = not(isUnderWay)

/** Empties mails. An unsent one is marked as sent, as it has no reader any more. */
export async function anonymizeMails(tx: Transaction, which: SQL | undefined, now: Date): Promise<void> {
	const sentAt = sql`coalesce(${correos.enviado_at}, ${now.toISOString()}::timestamptz)`
	await tx.update(correos).set({ destinatario: '', datos: {}, enviado_at: sentAt }).where(which)
}

/** The personal columns of an anonymized order. */
const anonymized = {
	nombre: '',
	email: '',
	telefono: '',
	direccion: '',
	direccion_mapa: '',
	comuna: '',
	lat: null,
	lng: null,
	distancia_m: null,
	red: null,
	comprobante_rechazado: null,
}

export interface AnonymizeDeps extends PurgeDeps {
	readonly hooks: Hooks
}

/**
 * Anonymizes orders; numbers stay for the tax authority's term. Pictures are deleted before the commit: after a failure
 * it can be retried.
 */
export async function anonymizeOrders(deps: AnonymizeDeps, tx: Transaction, orders: string[]): Promise<void> {
	if (orders.length === 0) return
	await tx.update(ordenes).set(anonymized).where(inArray(ordenes.id, orders))

	// Of the histories, addresses and text written by staff go; actions, times and accounts stay.
	const { tipo, ref, accion, campo, usuario_id } = auditoria
	const ofOrders = and(eq(tipo, 'orden'), inArray(ref, orders))
	const isPersonal = or(
		inArray(accion, ['nota', 'correo_reenviado', 'retiro_sin_codigo']),
		and(eq(accion, 'editada'), inArray(campo, Object.keys(anonymized))),
	)
	await tx.update(auditoria).set({ antes: null, despues: null }).where(and(ofOrders, isPersonal))
	// The shop's own reasons are codes, and stay.
	const isRefundRequest = and(eq(accion, 'devolucion_pedida'), isNotNull(usuario_id))
	await tx.update(auditoria).set({ detalle: null }).where(and(ofOrders, isRefundRequest))
	const byStaff = and(inArray(devoluciones.orden_id, orders), isNotNull(devoluciones.usuario_id))
	await tx.update(devoluciones).set({ motivo: '' }).where(byStaff)
	await tx.update(devolucionesAMano).set({ referencia: '' }).where(inArray(devolucionesAMano.orden_id, orders))

	await anonymizeMails(tx, inArray(correos.orden_id, orders), deps.clock.now())
	const proofs = await tx.delete(comprobantes).where(inArray(comprobantes.orden_id, orders)).returning()
	for (const proof of proofs) await deps.files.delete(proof.archivo)
	await runHooks(deps.hooks.forgetOrders, deps, tx, orders)
}

/** Anonymizes the orders of a condition that are closed, at most 500. @returns their number */
async function anonymizeWhere(
	deps: AnonymizeDeps & { readonly db: Database },
	which: SQL | undefined,
): Promise<number> {
	return await deps.db.transaction(async (tx) => {
		const closed = await tx
			.select({ id: ordenes.id })
			.from(ordenes)
			.leftJoin(usuarios, eq(usuarios.id, ordenes.user))
			.where(and(which, isClosed, ne(ordenes.email, '')))
			.limit(500)
			.for('update', { of: ordenes })
		await anonymizeOrders(
			deps,
			tx,
			closed.map((order) => order.id),
		)
		return closed.length
	})
}

/** Anonymizes orders of deleted accounts that have been closed since; a daily job. @returns their number */
export const anonymizeClosedOrders = (deps: AnonymizeDeps & { readonly db: Database }): Promise<number> =>
	anonymizeWhere(deps, isNotNull(usuarios.deleted_at))

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

/** SQL condition: the order's history has no entry since. */
function isQuietSince(db: Database, moment: Date): SQL {
	const isOwn = and(eq(auditoria.tipo, 'orden'), eq(auditoria.ref, sql`${ordenes.id}::text`))
	return notExists(
		db
			.select({ one: sql`1` })
			.from(auditoria)
			.where(and(isOwn, gte(auditoria.created_at, moment))),
	)
}

/**
 * Deletes the pictures of transfers' proofs 190 days after the last entry of their order's history, once it needs no
 * review and nothing is owed; when they were uploaded stays. Files are deleted before the commit: after a failure it is
 * retried. A daily job.
 */
export async function purgeProofs(deps: PurgeDeps & { readonly db: Database }): Promise<void> {
	const { db, clock, files } = deps
	const end = daysBefore(clock.now(), retentionDays.transferProof)
	await db.transaction(async (tx) => {
		const isOld = and(isNull(comprobantes.borrado_at), lt(comprobantes.created_at, end))
		const old = await tx
			.select({ id: comprobantes.id, archivo: comprobantes.archivo })
			.from(comprobantes)
			.innerJoin(ordenes, eq(ordenes.id, comprobantes.orden_id))
			.where(and(isOld, isClosed, isNull(ordenes.atencion), isQuietSince(db, end)))
			.limit(500)
			.for('update')
		for (const { id, archivo } of old) {
			await tx.update(comprobantes).set({ bytes: 0, borrado_at: clock.now() }).where(eq(comprobantes.id, id))
			await files.delete(archivo)
		}
	})
}

/**
 * Anonymizes orders that were cancelled or expired without any money, 90 days after the last entry of their history: no
 * contract needs their data any more. A daily job. @returns their number
 */
export async function anonymizeUnsoldOrders(deps: AnonymizeDeps & { readonly db: Database }): Promise<number> {
	const end = daysBefore(deps.clock.now(), retentionDays.unsoldOrder)
	const payments = deps.db.select({ one: sql`1` }).from(pagos).where(eq(pagos.orden_id, ordenes.id))
	const isUnsold = and(inArray(ordenes.estado, ['cancelado', 'fallida']), isNull(ordenes.pagada_at))
	return await anonymizeWhere(
		deps,
		and(isUnsold, lt(ordenes.created_at, end), notExists(payments), isQuietSince(deps.db, end)),
	)
}

/** Deletes coordinates and metres of orders older than 30 days; address and charge stay. A daily job. */
export async function purgePositions({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	const { lat, lng, distancia_m, created_at } = ordenes
	const end = daysBefore(clock.now(), retentionDays.mapPosition)
	const isPlaced = or(isNotNull(lat), isNotNull(lng), isNotNull(distancia_m))
	await db
		.update(ordenes)
		.set({ lat: null, lng: null, distancia_m: null })
		.where(and(lt(created_at, end), isPlaced))
}

/** Deletes the network of orders older than 30 days; paid and cancelled ones have none. A daily job. */
export async function purgeNetworks({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	const end = daysBefore(clock.now(), retentionDays.orderNetwork)
	await db
		.update(ordenes)
		.set({ red: null })
		.where(and(isNotNull(ordenes.red), lt(ordenes.created_at, end)))
}
