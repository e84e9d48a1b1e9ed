import type { LightMyRequestResponse } from 'fastify'
import { staffLogin, type TestShop } from '#tests/open-shop.ts'
import { logIn } from '#tests/shop-words.ts'

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
