import { createHash, ECDH, timingSafeEqual } from 'node:crypto'
import { and, asc, eq, exists, gt, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import type { AuditAction } from '#core/rules/audit-actions.ts'
import { maxPushDevices } from '#core/rules/limits.ts'
import type { AlertKind } from '#core/rules/staff-panel.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import type { RequestOf } from '#core/server/http/handle.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { isActiveStaff } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { deviceName } from '#modules/accounts/device-name.ts'
import type { CurrentUser } from '#modules/accounts/server/guard.ts'
import { deviceOf } from '#modules/accounts/server/log-in.ts'
import { sesiones } from '#modules/accounts/tables.ts'
import type { Context } from '#modules/lists/context.ts'
import type * as endpoints from '#modules/push/endpoints.ts'
import type { PushContext } from '#modules/push/server/web-push.ts'
import type { PushDevice, PushDevicesAnswer, RenewPushRequest, SavePushDeviceRequest } from '#modules/push/shapes.ts'
import { type SubscriptionRow, suscripcionesPush } from '#modules/push/tables.ts'

export type DeviceDeps = Pick<Context, 'db' | 'clock' | 'newId'> & PushContext

const fingerprint = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url')

function shownDevice(row: SubscriptionRow): PushDevice {
	const { id, nombre, tipos } = row
	return {
		id,
		nombre,
		tipos,
		huella: fingerprint(row.endpoint),
		created_at: row.created_at.toISOString(),
		ultimo_ok_at: row.ultimo_ok_at?.toISOString() ?? null,
		ultimo_fallo_at: row.ultimo_fallo_at?.toISOString() ?? null,
	}
}

/** Whether the shop can send to a subscription: its push service is known, its key is a point of the curve. */
function canBeReached({ push }: PushContext, { endpoint, keys }: Pick<SavePushDeviceRequest, 'endpoint' | 'keys'>) {
	try {
		return push.services.isKnown(endpoint) && ECDH.convertKey(keys.p256dh, 'prime256v1', 'base64url').length > 0
	} catch {
		return false
	}
}

const ownDevice = (accountId: number, deviceId: string) =>
	and(eq(suscripcionesPush.id, deviceId), eq(suscripcionesPush.usuario_id, accountId))

async function audit(tx: Transaction, accountId: number, accion: AuditAction, nombre: string): Promise<void> {
	await writeAudit(tx, { tipo: 'usuario', ref: accountId, usuario_id: accountId, accion, detalle: nombre })
}

/** The devices of an account, the oldest first. */
export async function listDevices({ db, push }: DeviceDeps, accountId: number): Promise<PushDevicesAnswer> {
	await pruneSubscriptions(db)
	const rows = await db
		.select()
		.from(suscripcionesPush)
		.where(eq(suscripcionesPush.usuario_id, accountId))
		.orderBy(asc(suscripcionesPush.created_at))
		.limit(maxPushDevices)
	return { clave_publica: push.keys.publicKey, dispositivos: rows.map(shownDevice) }
}

/**
 * Adds a browser with its chosen kinds of notices; replaces an earlier owner. Refuses with `aviso_desconocido` for an
 * unknown push service, and with `dispositivos_de_mas`.
 */
export async function saveDevice(
	deps: DeviceDeps,
	request: RequestOf<typeof endpoints.savePushDevice>,
): Promise<PushDevice> {
	const { usuario } = request
	const { endpoint, keys, tipos } = request.body
	if (!canBeReached(deps, { endpoint, keys })) refuse('aviso_desconocido')
	const nombre = deviceName(deviceOf(request))
	const set = { ...keys, nombre, tipos, usuario_id: usuario.id, sesion_id: usuario.sid, ultimo_fallo_at: null }
	return await deps.db.transaction(async (tx) => {
		await pruneSubscriptions(tx)
		// Devices added in parallel are counted one after the other.
		await tx.select({ id: usuarios.id }).from(usuarios).where(eq(usuarios.id, usuario.id)).for('no key update')
		const others = and(eq(suscripcionesPush.usuario_id, usuario.id), ne(suscripcionesPush.endpoint, endpoint))
		if ((await tx.$count(suscripcionesPush, others)) >= maxPushDevices) refuse('dispositivos_de_mas')
		const [saved] = await tx
			.insert(suscripcionesPush)
			.values({ id: deps.newId(), created_at: deps.clock.now(), endpoint, ...set })
			.onConflictDoUpdate({ target: suscripcionesPush.endpoint, set })
			.returning()
		if (!saved) throw new Error('a subscription that was not saved')
		await audit(tx, usuario.id, 'avisos_activados', nombre)
		return shownDevice(saved)
	})
}

/** Changes the kinds of notices of the account's device, or its session. Refuses with `no_encontrado`. */
export async function changeDevice(
	db: Queryable,
	owner: CurrentUser,
	deviceId: string,
	change: { readonly tipos: AlertKind[] } | { readonly sesion_id: string },
): Promise<PushDevice> {
	if (!isUuid(deviceId)) refuse('no_encontrado')
	const [row] = await db.update(suscripcionesPush).set(change).where(ownDevice(owner.id, deviceId)).returning()
	return row ? shownDevice(row) : refuse('no_encontrado')
}

/** Removes the account's device. Refuses with `no_encontrado`. */
export async function removeDevice(
	{ db }: Pick<DeviceDeps, 'db'>,
	owner: CurrentUser,
	deviceId: string,
): Promise<null> {
	if (!isUuid(deviceId)) refuse('no_encontrado')
	await db.transaction(async (tx) => {
		const [removed] = await tx
			.delete(suscripcionesPush)
			.where(ownDevice(owner.id, deviceId))
			.returning({ nombre: suscripcionesPush.nombre })
		if (!removed) refuse('no_encontrado')
		await audit(tx, owner.id, 'avisos_quitados', removed.nombre)
	})
	return null
}

/**
 * Replaces a browser's previous subscription, which the caller must know completely, by its current one. Refuses with
 * `no_encontrado` for an unknown one, and with `aviso_desconocido`.
 */
export async function renewDevice(deps: DeviceDeps, { anterior, nueva }: RenewPushRequest): Promise<null> {
	if (!canBeReached(deps, nueva)) refuse('aviso_desconocido')
	await deps.db.transaction(async (tx) => {
		await pruneSubscriptions(tx)
		const isBefore = eq(suscripcionesPush.endpoint, anterior.endpoint)
		const [row] = await tx.select().from(suscripcionesPush).where(isBefore).for('update')
		if (!row || !timingSafeEqual(Buffer.from(fingerprint(row.auth)), Buffer.from(fingerprint(anterior.auth)))) {
			refuse('no_encontrado')
		}
		const isTaken = and(eq(suscripcionesPush.endpoint, nueva.endpoint), ne(suscripcionesPush.id, row.id))
		if ((await tx.$count(suscripcionesPush, isTaken)) > 0) refuse('no_encontrado')
		await tx
			.update(suscripcionesPush)
			.set({ endpoint: nueva.endpoint, ...nueva.keys })
			.where(eq(suscripcionesPush.id, row.id))
	})
	return null
}

/** SQL condition: the subscription belongs to active staff in an open session. */
function mayReceive(db: Queryable): SQL | undefined {
	const { usuario_id, sesion_id } = suscripcionesPush
	const one = { one: sql`1` }
	const owner = db
		.select(one)
		.from(usuarios)
		.where(and(eq(usuarios.id, usuario_id), isActiveStaff))
	const isOpen = and(isNull(sesiones.revoked_at), gt(sesiones.expires_at, sql`now()`))
	const session = db
		.select(one)
		.from(sesiones)
		.where(and(eq(sesiones.id, sesion_id), isOpen))
	return and(exists(owner), exists(session))
}

/** Deletes the devices of former staff accounts, and of sessions that ended or expired. */
export async function pruneSubscriptions(db: Queryable): Promise<void> {
	await db.delete(suscripcionesPush).where(sql`not (${mayReceive(db)})`)
}

/** A subscription that may get notices; undefined when it is deleted or has no right. */
export async function readActiveSubscription(db: Queryable, subscriptionId: string) {
	const canReceive = and(eq(suscripcionesPush.id, subscriptionId), mayReceive(db))
	const [row] = await db.select().from(suscripcionesPush).where(canReceive)
	return row
}

/** Deletes every device of an account. */
export async function endSubscriptions(db: Queryable, accountId: number): Promise<void> {
	await db.delete(suscripcionesPush).where(eq(suscripcionesPush.usuario_id, accountId))
}

/** The devices of an account for the copy of its owner's data. */
export async function exportDevices(db: Database, accountId: number) {
	const { nombre, tipos, endpoint, created_at, ultimo_ok_at, ultimo_fallo_at } = suscripcionesPush
	return await db
		.select({ nombre, tipos, endpoint, created_at, ultimo_ok_at, ultimo_fallo_at })
		.from(suscripcionesPush)
		.where(eq(suscripcionesPush.usuario_id, accountId))
}
