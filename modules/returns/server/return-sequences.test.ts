import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { aCustomer, aPlacedOrder, brokenLedgers, cartLine, stockOf } from '#tests/shop-helpers.ts'
import { proveAddress, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
await proveAddress(shop, ana.email)
afterAll(async () => expect(await violatedInvariantsOf(shop)).toEqual([]))

const colors = ['Negro', 'Rosado'] as const
const bought = { Negro: 3, Rosado: 2 }
const paid = 5 * 29_990 - 5000

const step = fc.record({
	what: fc.constantFrom('pedir', 'recibir', 'cerrar', 'anular', 'cancelar', 'deshacer', 'completado'),
	which: fc.nat({ max: 5 }),
	posicion: fc.nat({ max: 1 }),
	units: fc.integer({ min: 1, max: 3 }),
	shelved: fc.integer({ min: 0, max: 3 }),
	opcion: fc.constantFrom('devolucion', 'devolucion', 'reparacion'),
})

it('restocks no unit twice and gives back no more than was paid, in any sequence of returns, cancellations and undos', async () => {
	const boss = await theBoss(shop)
	const run = async (steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
		const before = await Promise.all(colors.map((color) => stockOf(shop, color)))
		const carrito = colors.map((color) => cartLine(color, bought[color]))
		const { orden_id } = await aPlacedOrder(shop, ana, {
			metodo_pago: 'transferencia',
			carrito,
			cupon: 'SHAKER5000',
			total: paid,
		})
		const order = `/api/admin_ordenes/${orden_id}`
		const post = (url: string, body: object = {}) => boss.send('POST', url, body, { 'idempotency-key': randomUUID() })
		await post(`${order}/confirmar_transferencia/`)
		await post(`${order}/entregar/`)
		for (const { what, which, posicion, units, shelved, opcion } of steps) {
			const detail = (await boss.get(`${order}/`)).json<OrderDetail>()
			const one = detail.retornos[which % Math.max(1, detail.retornos.length)]
			const ofReturn = `/api/admin_retornos/${one?.id ?? 0}`
			if (what === 'pedir') {
				const lineas = [{ posicion, cantidad: units }]
				await post(`${order}/retornos`, { tipo: 'garantia', opcion, vuelta: 'retiro', lineas })
			} else if (what === 'recibir') {
				const lineas = (one?.lineas ?? []).map((line) => {
					const recibida = Math.min(units, line.cantidad)
					return { posicion: line.posicion, recibida, condicion: 'vendible', a_stock: Math.min(shelved, recibida) }
				})
				await post(`${ofReturn}/recibir`, { lineas })
			} else if (what === 'cerrar') {
				const money = { monto: one?.sugerido ?? 0, medio: 'transferencia', fecha: dayIn(shop.clock.now()) }
				const devolver_a_mano = opcion === 'devolucion' && { devolver_a_mano: money }
				await post(`${ofReturn}/cerrar`, { opcion, ...devolver_a_mano })
			} else if (what === 'anular') await post(`${ofReturn}/anular`, { respuesta: 'No siguió' })
			else if (what === 'completado') await boss.send('PUT', `${order}/`, { estado: 'completado' })
			else await post(`${order}/${what}/`)

			for (const [at, color] of colors.entries()) {
				const out = (before[at] ?? 0) - (await stockOf(shop, color))
				expect(out).toBeGreaterThanOrEqual(0)
				expect(out).toBeLessThanOrEqual(bought[color])
			}
			expect(await brokenLedgers(shop)).toEqual([])
			expect((await boss.get(`${order}/`)).json<OrderDetail>().devuelto).toBeLessThanOrEqual(paid)
		}
		await post(`${order}/cancelar/`)
		expect(await Promise.all(colors.map((color) => stockOf(shop, color)))).toEqual(before)
	}
	await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), run), { numRuns: 12 })
})
