import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { usuarios } from '#core/server/users/tables.ts'
import { staffLogin, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, logIn } from '#tests/shop-helpers.ts'

/** Panel calls as one member of staff. */
export interface StaffCalls {
	/** Authorization header, for calls over HTTP. */
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

/** The first staff account, a superuser. */
export async function theBoss(shop: TestShop): Promise<StaffCalls> {
	return callsWith(shop, (await logIn(shop, staffLogin.email, staffLogin.password)).access)
}

/** A member of staff without superuser rights. */
export async function aClerk(shop: TestShop): Promise<StaffCalls> {
	const { email, access } = await aCustomer(shop, 'Ines')
	await shop.database.db.update(usuarios).set({ is_staff: true }).where(eq(usuarios.email, email))
	return callsWith(shop, access)
}

/** The If-Match header of an edit. */
export const onVersion = (version: number) => ({ 'if-match': `"${version}"` })

/** Marks an account's address as verified, as after a password reset by mail. */
export async function proveAddress(shop: TestShop, email: string): Promise<void> {
	await shop.database.db.update(usuarios).set({ email_verified_at: new Date() }).where(eq(usuarios.email, email))
}
