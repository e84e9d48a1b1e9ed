import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import type { ListCustomersAnswer } from '#modules/customers/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, aPlacedOrder } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)

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
