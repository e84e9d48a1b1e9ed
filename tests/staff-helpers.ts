import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { usuarios } from '#server/db/tables/accounts.ts'
import { staffLogin, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, logIn } from '#tests/shop-helpers.ts'

/** Calls of the panel as one member of staff. */
export interface StaffCalls {
	/** The header that carries the session, for calls over the wire. */
	readonly authorization: string
	get(url: string): Promise<LightMyRequestResponse>
	send(
		method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
		url: string,
		payload?: object,
		headers?: Record<string, string>,
	): Promise<LightMyRequestResponse>
}

export function callsWith(shop: TestShop, access: string): StaffCalls {
	const authorization = `Bearer ${access}`
	return {
		authorization,
		get: (url) => shop.app.inject({ method: 'GET', url, headers: { authorization } }),
		send: (method, url, payload, headers = {}) =>
			shop.app.inject({ method, url, headers: { authorization, ...headers }, ...(payload ? { payload } : {}) }),
	}
}

/** The boss: the first staff account, a superuser. */
export async function theBoss(shop: TestShop): Promise<StaffCalls> {
	return callsWith(shop, (await logIn(shop, staffLogin.email, staffLogin.password)).access)
}

/** A member of staff who is no superuser. */
export async function aClerk(shop: TestShop): Promise<StaffCalls> {
	const { email, access } = await aCustomer(shop, 'Ines')
	await shop.database.db.update(usuarios).set({ is_staff: true }).where(eq(usuarios.email, email))
	return callsWith(shop, access)
}

/** The header that names the version which an edit was made on. */
export const onVersion = (version: number) => ({ 'if-match': `"${version}"` })

/** Lets an account's address count as proved, as after a password that was chosen by a mailed link. */
export async function proveAddress(shop: TestShop, email: string): Promise<void> {
	await shop.database.db.update(usuarios).set({ email_verified_at: new Date() }).where(eq(usuarios.email, email))
}
