import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import type { StaffReturn } from '#modules/returns/order-shapes.ts'
import { documentFacts } from '#tests/documents-of.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { createFakeTaxDocuments } from '#tests/fake-tax-documents.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder, cartLine } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'
import { openTaxShop } from '#tests/tax-shop.ts'

const shop = await openTaxShop({ provider: createFakeTaxDocuments() })
const boss = await theBoss(shop)
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
	await shop.stop()
})

it('leads to a nota de crédito and a boleta of the rest, and an exchange to no document', async () => {
	const order = await aPlacedOrder(shop, await aCustomer(shop, 'Ana'), { carrito: [cartLine('Negro', 2)] })
	await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
	await shop.drainJobs()
	const post = (url: string, body: object = {}) => boss.send('POST', url, body, { 'idempotency-key': randomUUID() })
	await post(`/api/admin_ordenes/${order.orden_id}/entregar/`)
	const lineas = [{ posicion: 0, cantidad: 1 }]
	const received = async (opcion: string): Promise<StaffReturn> => {
		const body = { tipo: 'garantia', opcion, vuelta: 'retiro', lineas }
		const { id } = (await post(`/api/admin_ordenes/${order.orden_id}/retornos`, body)).json()
		const arrived = { lineas: [{ posicion: 0, recibida: 1, condicion: 'falla', a_stock: 0 }] }
		return (await post(`/api/admin_retornos/${id}/recibir`, arrived)).json()
	}
	const exchanged = await received('cambio')
	const closed = await post(`/api/admin_retornos/${exchanged.id}/cerrar`, { opcion: 'cambio', reemplazo: true })
	expect(closed.json().reemplazo).toEqual(expect.any(Number))
	await shop.drainJobs()
	expect(await documentFacts(shop, order.orden_id)).toMatchObject([[39, 'emitida', 59_980]])

	const { id, sugerido } = await received('devolucion')
	await post(`/api/admin_retornos/${id}/cerrar`, { opcion: 'devolucion', devolver: { monto: sugerido } })
	await shop.drainJobs()
	expect((await documentFacts(shop, order.orden_id)).map(([tipo, , monto]) => [tipo, monto])).toEqual([
		[39, 59_980],
		[61, 59_980],
		[39, 29_990],
	])
})
