import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { refuse } from '#core/contract/failure.ts'
import { isPhone, phoneDigits } from '#core/rules/person-data.ts'
import { hasWebAddress, nameProblem } from '#core/rules/web-address.ts'
import type { Database } from '#core/server/db/database.ts'
import { handle } from '#core/server/http/handle.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { usuarios } from '#core/server/users/tables.ts'
import * as endpoints from '#modules/accounts/endpoints.ts'
import { readableEmail } from '#modules/accounts/server/account-mails.ts'
import { changePassword } from '#modules/accounts/server/change-password.ts'
import { renewIdentity } from '#modules/accounts/server/prove-identity.ts'
import type { AccountDeps } from '#modules/accounts/server/sessions.ts'
import type { editProfileRequest, ProfileAnswer } from '#modules/accounts/shapes.ts'
import { sesiones } from '#modules/accounts/tables.ts'
import { type Cart, readCart } from '#modules/cart/cart.ts'
import * as cartEndpoints from '#modules/cart/endpoints.ts'
import type { Hooks, ProfileParts } from '#modules/lists/context.ts'
import { listOwnOrders } from '#modules/orders/endpoints.ts'
import type { ProofLinkDeps } from '#modules/orders/server/order-links.ts'
import { readOwnOrders } from '#modules/orders/server/read-orders.ts'

export interface ReadProfileDeps extends ProofLinkDeps {
	readonly db: Database
	readonly hooks: Hooks
}

/** Refuses with `sesion_expirada` for a deleted account. */
async function readProfile(deps: ReadProfileDeps, accountId: number): Promise<ProfileAnswer> {
	const { db, hooks } = deps
	const [account] = await db.select().from(usuarios).where(eq(usuarios.id, accountId))
	if (!account) refuse('sesion_expirada')
	const parts = Object.entries(hooks.profileFields).map(async ([name, read]) => [name, await read(db, accountId)])
	return {
		nombre: account.first_name,
		apellido: account.last_name,
		email: readableEmail(account.email),
		direccion: account.direccion,
		telefono: account.telefono,
		is_staff: account.is_staff && !account.derechos_en_espera,
		is_superuser: account.is_superuser && !account.derechos_en_espera,
		carrito: [...readCart(account.carrito)],
		tiene_segundo_factor: account.segundo_factor_at !== null,
		...(Object.fromEntries(await Promise.all(parts)) as ProfileParts),
		tiene_clave: account.password_hash !== null,
		...(await readOwnOrders(deps, accountId, 1)),
	}
}

/**
 * Updates the sent fields of the profile and returns it. Refuses with `telefono_invalido`, `texto_con_enlace` or
 * `nombre_invalido`.
 */
async function editProfile(
	deps: ReadProfileDeps,
	accountId: number,
	changes: z.output<typeof editProfileRequest>,
): Promise<ProfileAnswer> {
	const { nombre, apellido, direccion } = changes
	const telefono = changes.telefono === undefined ? undefined : phoneDigits(changes.telefono)
	if (telefono && !isPhone(telefono)) refuse('telefono_invalido')
	const problem =
		(nombre === undefined ? undefined : nameProblem(nombre)) ?? (apellido ? nameProblem(apellido) : undefined)
	if (problem) refuse(problem)
	if (hasWebAddress(direccion ?? '')) refuse('texto_con_enlace')
	const parts = deps.hooks.profileChanges.map((columnsOf) => columnsOf(changes))
	const changed = { first_name: nombre, last_name: apellido, telefono, direccion, ...Object.assign({}, ...parts) }
	if (Object.values(changed).some((value) => value !== undefined)) {
		await deps.db.update(usuarios).set(changed).where(eq(usuarios.id, accountId))
	}
	return await readProfile(deps, accountId)
}

/** Characters that PostgreSQL text cannot store or that the shop's page never sends. */
const unstorable = /[\p{Cc}\p{Cs}]/u

/** Cleans a cart sent by a browser: only complete lines with storable characters. */
export function readSavedCart(sent: unknown): Cart {
	return readCart(sent).filter((line) => !unstorable.test(`${line.nombre}${line.sku}${line.imagen}${line.color}`))
}

export function profileRoutes(app: FastifyInstance, deps: AccountDeps): void {
	const { db, clock } = deps
	handle(app, endpoints.readProfile, ({ usuario }) => readProfile(deps, usuario.id))
	handle(app, endpoints.editProfile, ({ usuario, body }) => editProfile(deps, usuario.id, body))
	handle(app, listOwnOrders, ({ usuario, query }) => readOwnOrders(deps, usuario.id, query.page))
	handle(app, cartEndpoints.saveCart, async ({ usuario, body }) => {
		const carrito = [...readSavedCart(body.carrito)]
		await db.update(usuarios).set({ carrito }).where(eq(usuarios.id, usuario.id))
		return { carrito }
	})
	handle(app, endpoints.listSessions, async ({ usuario }) => {
		const { usuario_id, revoked_at, expires_at, used_at } = sesiones
		const rows = await db
			.select()
			.from(sesiones)
			.where(and(eq(usuario_id, usuario.id), isNull(revoked_at), gt(expires_at, clock.now())))
			.orderBy(desc(used_at))
			.limit(100)
		const results = rows.map((row) => ({
			id: row.id,
			dispositivo: row.dispositivo,
			created_at: row.created_at.toISOString(),
			used_at: row.used_at.toISOString(),
			actual: row.id === usuario.sid,
		}))
		return { results }
	})
	handle(app, endpoints.endSession, async ({ usuario, params }) => {
		if (!isUuid(params.id)) refuse('no_encontrado')
		const [ended] = await db
			.update(sesiones)
			.set({ revoked_at: clock.now() })
			.where(and(eq(sesiones.id, params.id), eq(sesiones.usuario_id, usuario.id), isNull(sesiones.revoked_at)))
			.returning({ id: sesiones.id })
		return ended ? null : refuse('no_encontrado')
	})
	handle(app, endpoints.changePassword, (request, reply) => changePassword(deps, request, reply))
	handle(app, endpoints.proveIdentity, (request, reply) => renewIdentity(deps, request, reply))
}
