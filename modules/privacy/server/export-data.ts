import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { ReadProfileDeps } from '#modules/accounts/server/profile.ts'
import { sesiones } from '#modules/accounts/tables.ts'
import { readCart } from '#modules/cart/cart.ts'
import type { Hooks } from '#modules/lists/context.ts'
import { privateOrderParts } from '#modules/lists/shapes.ts'
import { comprobantes, devoluciones, devolucionesAMano, pagos } from '#modules/orders/payment-tables.ts'
import { readOrders } from '#modules/orders/server/read-orders.ts'
import { correos, ordenes } from '#modules/orders/tables.ts'
import { exportRequests } from '#modules/privacy/server/read-requests.ts'

type ReadPapers = Hooks['exportOrders'][string]

/** Data besides orders, by the name of its list in the export. */
const papers: Readonly<Record<string, ReadPapers>> = {
	pagos: (db, ids) => {
		const { gateway, pago_id, orden_id, estado, monto, moneda, devuelto, created_at } = pagos
		return db
			.select({ gateway, pago_id, orden_id, estado, monto, moneda, devuelto, created_at })
			.from(pagos)
			.where(inArray(orden_id, ids))
	},
	devoluciones: (db, ids) => {
		const { orden_id, monto, motivo, estado, created_at } = devoluciones
		return db.select({ orden_id, monto, motivo, estado, created_at }).from(devoluciones).where(inArray(orden_id, ids))
	},
	devoluciones_a_mano: (db, ids) => {
		const { orden_id, monto, medio, fecha, referencia } = devolucionesAMano
		return db
			.select({ orden_id, monto, medio, fecha, referencia })
			.from(devolucionesAMano)
			.where(inArray(orden_id, ids))
	},
	comprobantes: (db, ids) => {
		const { orden_id, bytes, created_at, rechazado_at, borrado_at } = comprobantes
		return db
			.select({ orden_id, bytes, created_at, rechazado_at, borrado_at })
			.from(comprobantes)
			.where(inArray(orden_id, ids))
	},
}

const readNotes: ReadPapers = (db, ids) =>
	db
		.select({ orden_id: auditoria.ref, texto: auditoria.despues, created_at: auditoria.created_at })
		.from(auditoria)
		.where(and(eq(auditoria.tipo, 'orden'), inArray(auditoria.ref, ids), eq(auditoria.accion, 'nota')))
		.orderBy(asc(auditoria.id))

/** The account's sessions, mails, lists of other modules, and rows of the audit log. */
async function readTraces({ db, hooks }: ReadProfileDeps, account: typeof usuarios.$inferSelect) {
	const { dispositivo, created_at, used_at, expires_at, revoked_at } = sesiones
	const { plantilla, destinatario, enviado_at } = correos
	const about = and(eq(auditoria.tipo, 'usuario'), eq(auditoria.ref, String(account.id)))
	const [sessions, mails, requests, others, log] = await Promise.all([
		db
			.select({ dispositivo, created_at, used_at, expires_at, revoked_at })
			.from(sesiones)
			.where(eq(sesiones.usuario_id, account.id)),
		db
			.select({ plantilla, destinatario, created_at: correos.created_at, enviado_at })
			.from(correos)
			.where(eq(correos.destinatario, account.email)),
		exportRequests(db, account.id),
		Promise.all(Object.entries(hooks.exportAccount).map(async ([name, read]) => [name, await read(db, account.id)])),
		db
			.select({
				tipo: auditoria.tipo,
				accion: auditoria.accion,
				campo: auditoria.campo,
				detalle: auditoria.detalle,
				created_at: auditoria.created_at,
			})
			.from(auditoria)
			.where(or(about, eq(auditoria.usuario_id, account.id))),
	])
	return {
		sesiones: sessions,
		correos: mails,
		solicitudes_de_datos: requests,
		...Object.fromEntries(others),
		registro: log,
	}
}

/** What modules store by an address. */
export async function exportAddress({ db, hooks }: Pick<ReadProfileDeps, 'db' | 'hooks'>, email: string) {
	const lists = Object.entries(hooks.exportAddress)
	return Object.fromEntries(await Promise.all(lists.map(async ([name, read]) => [name, await read(db, email)])))
}

/** Orders in memory at once. */
const batch = 200

/** A person's orders with lines, history and modules' private fields. */
async function readOrderRows(deps: ReadProfileDeps, isOwn: SQL, ids: readonly string[]) {
	const which = and(isOwn, inArray(ordenes.id, [...ids])) ?? sql`false`
	const rows = await deps.db.select().from(ordenes).where(which).orderBy(desc(ordenes.created_at))
	const shown = await readOrders(deps, which, undefined, Number.MAX_SAFE_INTEGER)
	return rows.map(({ user: _user, version: _version, busqueda: _search, ...order }) => {
		const read = shown.find(({ id }) => id === order.id)
		const names = Object.keys(privateOrderParts)
		return {
			...order,
			carrito: read?.carrito ?? [],
			historia: read?.historia ?? [],
			...Object.fromEntries(names.map((name) => [name, (read && Reflect.get(read, name)) ?? null])),
		}
	})
}

/** A JSON list of what `read` returns for the orders, a batch after the other. */
async function* listText(
	ids: readonly string[],
	read: (ids: string[]) => Promise<readonly object[]>,
): AsyncGenerator<string> {
	let separator = '['
	for (let from = 0; from < ids.length; from += batch) {
		for (const item of await read(ids.slice(from, from + batch))) {
			yield `${separator}${JSON.stringify(item)}`
			separator = ','
		}
	}
	yield separator === '[' ? '[]' : ']'
}

/**
 * Streams all data of a customer (portability, Ley 21.719) except hashes of passwords and tokens, as pieces of one JSON
 * object with constant memory. Refuses with `sesion_expirada` before the first piece.
 */
export async function exportData(deps: ReadProfileDeps, accountId: number): Promise<AsyncGenerator<string>> {
	const { db } = deps
	const [account] = await db.select().from(usuarios).where(eq(usuarios.id, accountId))
	if (!account) refuse('sesion_expirada')
	return exportText(deps, account, await exportOrders(deps, eq(ordenes.user, accountId)))
}

/**
 * Reads the orders of a condition, and streams them with what belongs to them, as the members of a JSON object from
 * `"ordenes"` to its end.
 */
export async function exportOrders(deps: ReadProfileDeps, isOwn: SQL): Promise<AsyncGenerator<string>> {
	const newestFirst = desc(ordenes.created_at)
	const rows = await deps.db.select({ id: ordenes.id }).from(ordenes).where(isOwn).orderBy(newestFirst)
	return ordersText(
		deps,
		isOwn,
		rows.map(({ id }) => id),
	)
}

async function* ordersText(deps: ReadProfileDeps, isOwn: SQL, ids: readonly string[]): AsyncGenerator<string> {
	yield '"ordenes":'
	yield* listText(ids, (some) => readOrderRows(deps, isOwn, some))
	for (const [name, read] of Object.entries({ ...papers, ...deps.hooks.exportOrders, notas: readNotes })) {
		yield `,${JSON.stringify(name)}:`
		yield* listText(ids, (some) => read(deps.db, some))
	}
	yield '}'
}

async function* exportText(
	deps: ReadProfileDeps,
	account: typeof usuarios.$inferSelect,
	orders: AsyncGenerator<string>,
): AsyncGenerator<string> {
	const { consentimiento_at, consentimiento_version } = account
	const head = {
		generado_at: deps.clock.now().toISOString(),
		cuenta: {
			nombre: account.first_name,
			apellido: account.last_name,
			email: account.email,
			telefono: account.telefono,
			direccion: account.direccion,
			factura: account.factura,
			created_at: account.created_at,
			email_verified_at: account.email_verified_at,
			bloqueada_at: account.bloqueada_at,
			bloqueo_motivo: account.bloqueo_motivo,
			google_sub: account.google_sub,
			is_staff: account.is_staff,
			is_superuser: account.is_superuser,
		},
		consentimiento: { at: consentimiento_at, version: consentimiento_version },
		carrito: [...readCart(account.carrito)],
		...(await readTraces(deps, account)),
		// Who has not proved to read the address may not be its person.
		...((account.email_verified_at ?? account.correo_leido_at) && (await exportAddress(deps, account.email))),
	}
	yield `${JSON.stringify(head).slice(0, -1)},`
	yield* orders
}
