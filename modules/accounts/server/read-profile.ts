import { eq } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import type { Database } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { readableEmail } from '#modules/accounts/server/readable-email.ts'
import type { ProfileAnswer } from '#modules/accounts/shapes/profile.ts'
import { readCart } from '#modules/cart/cart.ts'
import type { Hooks, ProfileParts } from '#modules/context.ts'
import type { ProofLinkDeps } from '#modules/orders/server/order-links.ts'
import { readOwnOrders } from '#modules/orders/server/read-orders.ts'

export interface ReadProfileDeps extends ProofLinkDeps {
	readonly db: Database
	readonly hooks: Hooks
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
		...(await readParts(deps, accountId)),
		tiene_clave: account.password_hash !== null,
		...(await readOwnOrders(deps, accountId, 1)),
	}
}

async function readParts({ db, hooks }: ReadProfileDeps, accountId: number): Promise<ProfileParts> {
	const fields = Object.entries(hooks.profileFields).map(async ([name, read]) => [name, await read(db, accountId)])
	return Object.fromEntries(await Promise.all(fields))
}
