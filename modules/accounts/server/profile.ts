import { eq } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import { type Failure, fail, orRefuse } from '#core/contract/failure.ts'
import { isPhone, phoneDigits } from '#core/rules/person-data.ts'
import type { Database } from '#core/server/db/database.ts'
import { handle } from '#core/server/http/handle.ts'
import { usuarios } from '#core/server/users/tables.ts'
import * as endpoints from '#modules/accounts/endpoints.ts'
import { readableEmail } from '#modules/accounts/server/account-mails.ts'
import { changePassword } from '#modules/accounts/server/change-password.ts'
import { hasWebAddress, refuseName } from '#modules/accounts/server/log-in.ts'
import { factorAlone, readProofWith, renewIdentity } from '#modules/accounts/server/prove-identity.ts'
import { type AccountDeps, endSession, listSessions } from '#modules/accounts/server/sessions.ts'
import type { editProfileRequest, ProfileAnswer } from '#modules/accounts/shapes.ts'
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

async function readProfile(deps: ReadProfileDeps, accountId: number): Promise<ProfileAnswer | Failure> {
	const [account] = await deps.db.select().from(usuarios).where(eq(usuarios.id, accountId))
	if (!account) return fail('sesion_expirada')
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
		...(await readParts(deps, accountId)),
		tiene_clave: account.password_hash !== null,
		...(await readOwnOrders(deps, accountId, 1)),
	}
}

async function readParts({ db, hooks }: ReadProfileDeps, accountId: number): Promise<ProfileParts> {
	const fields = Object.entries(hooks.profileFields).map(async ([name, read]) => [name, await read(db, accountId)])
	return Object.fromEntries(await Promise.all(fields))
}

/**
 * Updates the sent fields of the profile and returns it. Fails with `telefono_invalido`,
 * `texto_con_enlace` or `nombre_invalido`.
 */
async function editProfile(
	deps: ReadProfileDeps,
	accountId: number,
	changes: z.output<typeof editProfileRequest>,
): Promise<ProfileAnswer | Failure> {
	const { nombre, apellido, direccion } = changes
	const telefono = changes.telefono === undefined ? undefined : phoneDigits(changes.telefono)
	if (telefono !== undefined && telefono !== '' && !isPhone(telefono)) return fail('telefono_invalido')
	const names = [nombre, apellido === '' ? undefined : apellido].filter((name) => name !== undefined)
	const misnamed = names.map(refuseName).find((failure) => failure !== undefined)
	if (misnamed) return misnamed
	if (hasWebAddress(direccion ?? '')) return fail('texto_con_enlace')
	const changed = {
		...(nombre === undefined ? {} : { first_name: nombre }),
		...(apellido === undefined ? {} : { last_name: apellido }),
		...(telefono === undefined ? {} : { telefono }),
		...(direccion === undefined ? {} : { direccion }),
		...Object.assign({}, ...deps.hooks.profileChanges.map((columnsOf) => columnsOf(changes))),
	}
	if (Object.keys(changed).length > 0) {
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

export function profileRoutes(deps: AccountDeps): FastifyPluginAsync {
	const proofIn = readProofWith(deps.browserCookie)
	return async (app) => {
		handle(app, endpoints.readProfile, async ({ usuario }) => orRefuse(await readProfile(deps, usuario.id)))
		handle(app, endpoints.editProfile, async ({ usuario, body }) => orRefuse(await editProfile(deps, usuario.id, body)))
		handle(app, listOwnOrders, async ({ usuario, query }) => await readOwnOrders(deps, usuario.id, query.page))
		handle(app, cartEndpoints.saveCart, async ({ usuario, body }) => {
			const carrito = [...readSavedCart(body.carrito)]
			await deps.db.update(usuarios).set({ carrito }).where(eq(usuarios.id, usuario.id))
			return { carrito }
		})
		handle(app, endpoints.listSessions, async ({ usuario }) => await listSessions(deps, usuario))
		handle(app, endpoints.endSession, async ({ usuario, params }) => {
			orRefuse(await endSession(deps, usuario.id, params.id))
			return null
		})
		handle(app, endpoints.changePassword, async (request, reply) => {
			const tokens = orRefuse(await changePassword(deps, request.usuario, proofIn(request, reply)))
			request.recordSecurity('clave_cambiada')
			deps.devices.remember(request, reply, request.usuario.email)
			return tokens
		})
		handle(app, endpoints.proveIdentity, async (request, reply) => {
			const renewed = orRefuse(await renewIdentity(deps, request.usuario, proofIn(request, reply)))
			request.recordSecurity('identidad_probada', { detalle: factorAlone(deps, request.body) })
			return renewed
		})
	}
}
