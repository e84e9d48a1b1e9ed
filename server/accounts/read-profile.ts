import { eq } from 'drizzle-orm'
import type { ProfileAnswer, ProfileOrdersAnswer } from '#contract/accounts/profile.ts'
import { type Failure, fail } from '#contract/failure.ts'
import { readCart } from '#domain/cart/cart.ts'
import { profileOrdersPage } from '#domain/orders/profile-page.ts'
import { readableEmail } from '#server/accounts/readable-email.ts'
import { methodsOf } from '#server/accounts/second-factor/change-factors.ts'
import type { Database } from '#server/db/database.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { ordenes } from '#server/db/tables/orders.ts'
import type { ProofLinkDeps } from '#server/orders/proof-links.ts'
import { readOrders } from '#server/orders/read-orders.ts'

export interface ReadProfileDeps extends ProofLinkDeps {
	readonly db: Database
}

/** Returns the caller's profile with their newest orders. */
export async function readProfile(deps: ReadProfileDeps, accountId: number): Promise<ProfileAnswer | Failure> {
	const [account] = await deps.db.select().from(usuarios).where(eq(usuarios.id, accountId))
	if (!account) return fail('sesion_expirada')
	return {
		nombre: account.first_name,
		apellido: account.last_name,
		email: readableEmail(account.email),
		direccion: account.direccion,
		telefono: account.telefono,
		factura: account.factura,
		is_staff: account.is_staff && !account.derechos_en_espera,
		is_superuser: account.is_superuser && !account.derechos_en_espera,
		carrito: [...readCart(account.carrito)],
		tiene_segundo_factor: account.segundo_factor_at !== null,
		tiene_llave: (await methodsOf(deps.db, accountId)).includes('llave'),
		tiene_clave: account.password_hash !== null,
		...(await readOwnOrders(deps, accountId, 1)),
	}
}

/** Returns a page of the caller's orders, newest first. */
export async function readOwnOrders(
	deps: ReadProfileDeps,
	accountId: number,
	page: number,
): Promise<ProfileOrdersAnswer> {
	const isOwn = eq(ordenes.user, accountId)
	const limit = profileOrdersPage
	return {
		ordenes: await readOrders(deps, isOwn, { offset: (page - 1) * limit, limit }),
		ordenes_total: await deps.db.$count(ordenes, isOwn),
	}
}
