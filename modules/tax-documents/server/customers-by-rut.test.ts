import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import type { ListCustomersAnswer } from '#modules/customers/shapes.ts'
import { openTestShop, type TestShop } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder } from '#tests/shop-helpers.ts'
import { type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

let shop: TestShop
let boss: StaffCalls

beforeAll(async () => {
	shop = await openTestShop()
	boss = await theBoss(shop)
})
afterAll(async () => await shop.stop())

const found = async (q: string) =>
	(await boss.get(`/api/admin_clientes/?q=${encodeURIComponent(q)}`)).json<ListCustomersAnswer>()

it('finds a customer by the RUT of an account or of an order, with or without its dots', async () => {
	const buyer = await aCustomer(shop, 'Rutilia')
	const factura = {
		rut: '76.543.210-3',
		razon_social: 'Los Leones SpA',
		giro: 'Ventas',
		direccion: 'Calle 1',
		comuna: 'Ñuñoa',
	}
	await aPlacedOrder(shop, buyer, { metodo_pago: 'transferencia', telefono: '961237891', factura })
	for (const typed of ['76.543.210-3', '765432103'])
		expect((await found(typed)).results).toMatchObject([{ email: buyer.email, rut: '76543210-3' }])
	await shop.database.db.update(usuarios).set({ factura: null }).where(eq(usuarios.email, buyer.email))
	expect((await found('76543210-3')).results.map(({ email }) => email)).toEqual([buyer.email])
})
