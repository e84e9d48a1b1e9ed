import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { consentVersion } from '#modules/back-in-stock/consent.ts'
import { avisosStock } from '#modules/back-in-stock/tables.ts'
import { exportPerson, forgetPerson } from '#modules/staff-sales/endpoints.ts'
import { aShop } from '#tests/a-shop.ts'
import { anOrder } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

it('is in the copy of a person without an account, and erased with the person', async () => {
	const shop = await aShop()
	const boss = await theBoss(shop)
	const { db } = shop.database
	const email = 'rosa@correo.cl'
	const { metodo_pago: _, ...order } = anOrder()
	const sale = { ...order, forma: 'entregada', nombre: 'Rosa Díaz', email }
	const sold = await boss.send('POST', '/api/admin_ventas/', sale, { 'idempotency-key': randomUUID() })
	const consent = { consentimiento: 'texto', consentimiento_version: consentVersion, pedido_at: shop.clock.now() }
	await db.insert(avisosStock).values([
		{ id: randomUUID(), correo: email, color: 'Rosado', ...consent },
		{ id: randomUUID(), correo: 'luis@correo.cl', color: 'Rosado', ...consent },
	])
	const pathOf = ({ path }: { readonly path: string }) =>
		path.replace(':id', sold.json<{ orden_id: string }>().orden_id)
	const copy = await boss.get(pathOf(exportPerson))
	expect(copy.json()).toMatchObject({ avisos_de_stock: [{ color: 'Rosado', consentimiento: 'texto' }] })
	expect((await boss.send('DELETE', pathOf(forgetPerson))).statusCode).toBe(204)
	expect((await db.select().from(avisosStock)).map(({ correo }) => correo)).toEqual(['luis@correo.cl'])
})
