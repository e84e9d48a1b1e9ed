import { describe, expect, it } from 'vitest'
import { openTestShop } from '#tests/open-shop.ts'
import { aCustomer, anOrder, logIn, sendOrder } from '#tests/shop-helpers.ts'

describe('a change of SECRET_KEY', () => {
	const [first, second] = ['a'.repeat(40), 'b'.repeat(40)] as [string, string]

	it('keeps sessions valid while the old key is configured, and ends them afterwards', async () => {
		const before = await openTestShop({ variables: { SECRET_KEY: first } })
		const { database } = before
		const customer = await aCustomer(before)
		const order = await sendOrder(before, customer, anOrder({ metodo_pago: 'efectivo' }))
		expect(order.statusCode).toBe(200)
		await before.app.close()
		const profile = async (variables: Record<string, string>) => {
			const next = await openTestShop({ database, variables })
			const headers = { authorization: `Bearer ${customer.access}` }
			const { statusCode } = await next.app.inject({ url: '/api/perfil/', headers })
			const fresh = await logIn(next, customer.email, customer.password)
			await next.app.close()
			return { statusCode, fresh }
		}
		const during = await profile({ SECRET_KEY: second, SECRET_KEY_PREVIOUS: first })
		expect(during.statusCode).toBe(200)
		const after = await profile({ SECRET_KEY: second })
		expect(after.statusCode).toBe(401)
		const last = await openTestShop({ database, variables: { SECRET_KEY: second } })
		const headers = { authorization: `Bearer ${during.fresh.access}` }
		expect((await last.app.inject({ url: '/api/perfil/', headers })).statusCode).toBe(200)
		const refreshed = await last.app.inject({
			method: 'POST',
			url: '/api/token/refresh/',
			payload: { refresh: customer.refresh },
		})
		expect(refreshed.statusCode).toBe(401)
		await last.stop()
	})
})
