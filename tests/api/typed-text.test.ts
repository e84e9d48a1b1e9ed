import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, aPlacedOrder, logIn } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()

describe('typed text', () => {
	it('is escaped in mails', async () => {
		const customer = await aCustomer(shop)
		const { email } = customer
		// A verified address gets full mails.
		await shop.database.db.update(usuarios).set({ email_verified_at: new Date() }).where(eq(usuarios.email, email))
		const direccion = 'Moneda 970, <img src=x onerror=alert(1)>'
		await aPlacedOrder(shop, customer, { metodo_pago: 'efectivo', tipo_entrega: 'despacho', direccion })
		await shop.drainJobs()
		const [mail] = shop.inbox.mails().filter(({ to }) => to === email)
		expect(mail?.text).toContain('<img src=x')
		expect(mail?.html).toContain('&lt;img src=x')
		expect(mail?.html).not.toContain('<img src=x')
	})

	it('is no formula in the CSV files', async () => {
		const customer = await aCustomer(shop)
		await shop.app.inject({
			method: 'PATCH',
			url: '/api/perfil/',
			headers: { authorization: `Bearer ${customer.access}` },
			payload: { nombre: '=HYPERLINK(A1)' },
		})
		await aPlacedOrder(shop, customer, { metodo_pago: 'efectivo' })
		const { body } = await (await theBoss(shop)).get('/api/admin_exportar/ordenes.csv')
		expect(body).toContain(customer.email)
		expect(body).toContain("'=HYPERLINK(A1)")
		expect(body).not.toMatch(/(^|;)"?[=+@]/m)
	})

	it('cannot set fields that an account may not set', async () => {
		const email = `${randomUUID().slice(0, 8)}@correo.cl`
		const payload = {
			email,
			password: 'una-clave-segura',
			first_name: 'A',
			last_name: 'B',
			is_staff: true,
			is_superuser: true,
		}
		await shop.app.inject({ method: 'POST', url: '/api/register/', payload })
		const { access } = await logIn(shop, email, payload.password)
		const panel = await shop.app.inject({ url: '/api/admin_usuarios/', headers: { authorization: `Bearer ${access}` } })
		expect(panel.statusCode).toBe(403)
	})
})
