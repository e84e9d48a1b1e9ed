import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import { productos } from '#modules/catalog/tables.ts'
import type { ProfileOrder } from '#modules/orders/shapes.ts'
import { correos } from '#modules/orders/tables.ts'
import type { StaffReturn } from '#modules/returns/order-shapes.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { aCustomer, aPlacedOrder, brokenLedgers, cartLine, logIn, stockOf } from '#tests/shop-helpers.ts'
import { callsWith, proveAddress, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const ana = await aCustomer(shop, 'Ana')
await proveAddress(shop, ana.email)
let boss: StaffCalls
let customer: StaffCalls
const logInAgain = async () => {
	boss = await theBoss(shop)
	customer = callsWith(shop, (await logIn(shop, ana.email, ana.password)).access)
}
beforeEach(logInAgain)
const dayMs = 86_400_000

/** An order of Negro units by transfer, delivered now by the shop's clock. */
async function aDelivered(cantidad = 2, changes: Parameters<typeof aPlacedOrder>[2] = {}) {
	const carrito = [cartLine('Negro', cantidad)]
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia', carrito, ...changes })
	await boss.send('POST', `/api/admin_ordenes/${orden_id}/confirmar_transferencia/`)
	await deliver(orden_id)
	return orden_id
}

async function deliver(orden_id: string) {
	const delivered = await boss.send('POST', `/api/admin_ordenes/${orden_id}/entregar/`)
	expect(delivered.statusCode, delivered.body).toBe(200)
	const isMove = and(eq(auditoria.ref, orden_id), eq(auditoria.despues, 'completado'))
	await shop.database.db.update(auditoria).set({ created_at: shop.clock.now() }).where(isMove)
	await shop.drainJobs()
}

const withKey = (key: string = randomUUID()) => ({ 'idempotency-key': key })
const wanted = (cantidad = 1, changes: object = {}) => ({
	tipo: 'retracto',
	opcion: 'devolucion',
	vuelta: 'retiro',
	lineas: [{ posicion: 0, cantidad }],
	...changes,
})
const ask = (orden_id: string, body: object = wanted(), key?: string) =>
	customer.send('POST', `/api/ordenes/${orden_id}/retornos/`, body, withKey(key))
const asked = async (orden_id: string, body?: object): Promise<number> => {
	const answer = await ask(orden_id, body)
	expect(answer.statusCode, answer.body).toBe(201)
	return answer.json().id
}
const act = (id: number, what: string, body: object, key?: string) =>
	boss.send('POST', `/api/admin_retornos/${id}/${what}`, body, withKey(key))
const arrived = (recibida: number, a_stock = recibida, condicion = 'vendible') => ({
	lineas: [{ posicion: 0, recibida, condicion, a_stock }],
})
const byHand = (monto: number) => ({
	opcion: 'devolucion',
	devolver_a_mano: { monto, medio: 'transferencia', fecha: dayIn(shop.clock.now()) },
})
const ownOrder = async (orden_id: string) => {
	const { ordenes } = (await customer.get('/api/perfil/ordenes/')).json<{ ordenes: ProfileOrder[] }>()
	const found = ordenes.find(({ id }) => id === orden_id)
	if (!found) throw new Error('no order')
	return found
}
const mailsOf = async (orden_id: string) =>
	(await shop.database.db.select().from(correos).where(eq(correos.orden_id, orden_id))).map(
		({ plantilla }) => plantilla,
	)

describe('asking for a return', () => {
	it('is possible from the hand-over on, once a key, and mails customer and staff', async () => {
		const { orden_id } = await aPlacedOrder(shop, ana, {
			metodo_pago: 'transferencia',
			carrito: [cartLine('Negro', 2)],
		})
		const early = await ask(orden_id)
		expect([early.statusCode, early.json().code]).toEqual([409, 'orden_no_entregada'])
		await boss.send('POST', `/api/admin_ordenes/${orden_id}/confirmar_transferencia/`)
		await deliver(orden_id)
		const key = randomUUID()
		const clicks = [await ask(orden_id, wanted(), key), await ask(orden_id, wanted(), key)]
		expect(clicks.map(({ statusCode }) => statusCode)).toEqual([201, 201])
		expect(clicks[0]?.json()).toEqual(clicks[1]?.json())
		expect(clicks[0]?.json()).toMatchObject({ tipo: 'retracto', estado: 'pedido', motivo: '', devuelto: null })
		expect((await ask(orden_id, wanted(2), key)).json().code).toBe('clave_repetida')
		expect((await ownOrder(orden_id)).retornos).toMatchObject({
			retracto_hasta: dayIn(new Date(shop.clock.now().getTime() + 10 * dayMs)),
			sin_confirmacion: false,
			lineas: [{ posicion: 0, color: 'Negro', quedan: 1 }],
			lista: [{ estado: 'pedido', lineas: [{ cantidad: 1, recibida: null }] }],
		})
		const mails = await mailsOf(orden_id)
		expect(mails.filter((one) => one.startsWith('retorno'))).toEqual(
			expect.arrayContaining(['retorno_pedido', 'retorno_staff']),
		)
		await shop.drainJobs()
	})

	it('never counts more units than were bought', async () => {
		const orden_id = await aDelivered(2)
		expect((await ask(orden_id, wanted(3))).json()).toMatchObject({ code: 'retorno_excede', quedan: 2 })
		await asked(orden_id, wanted(1))
		expect((await ask(orden_id, wanted(2))).json()).toMatchObject({ code: 'retorno_excede', quedan: 1 })
		const twice = { ...wanted(), lineas: [wanted().lineas[0], wanted().lineas[0]] }
		expect((await ask(orden_id, twice)).statusCode).toBe(422)
		await asked(orden_id, wanted(1))
		expect((await ask(orden_id)).json().code).toBe('retorno_excede')
	})

	it('ends after day 10 of Santiago for a withdrawal, and after six months for the warranty', async () => {
		const orden_id = await aDelivered(2)
		shop.clock.advanceMinutes(11 * 24 * 60)
		await logInAgain()
		const late = await ask(orden_id)
		expect([late.statusCode, late.json().code]).toEqual([422, 'retracto_vencido'])
		await asked(orden_id, wanted(1, { tipo: 'garantia', opcion: 'reparacion' }))
		const called = await boss.send('POST', `/api/admin_ordenes/${orden_id}/retornos`, wanted(), withKey())
		expect(called.json().code).toBe('retracto_vencido')
		const courtesy = wanted(1, { tipo: 'cortesia', nota: 'Buen cliente' })
		const kind = await boss.send('POST', `/api/admin_ordenes/${orden_id}/retornos`, courtesy, withKey())
		expect([kind.statusCode, kind.json().dinero_hasta]).toEqual([201, null])
	})

	it('has 90 days for a withdrawal where no confirmation was mailed', async () => {
		const orden_id = await aDelivered(1)
		const isSent = and(eq(correos.orden_id, orden_id), eq(correos.plantilla, 'orden_recibida'))
		const setSent = (enviado_at: Date | null) => shop.database.db.update(correos).set({ enviado_at }).where(isSent)
		await setSent(null)
		shop.clock.advanceMinutes(60 * 24 * 60)
		await logInAgain()
		await asked(orden_id)
		expect((await ownOrder(orden_id)).retornos?.sin_confirmacion).toBe(true)
		await setSent(shop.clock.now())
	})

	it('works by the order’s link, and not for another customer', async () => {
		const orden_id = await aDelivered(1)
		const eva = await aCustomer(shop, 'Eva')
		const stranger = callsWith(shop, eva.access)
		const refused = await stranger.send('POST', `/api/ordenes/${orden_id}/retornos/`, wanted(), withKey())
		expect(refused.json().code).toBe('orden_desconocida')
		const { nro_orden } = await ownOrder(orden_id)
		const mail = shop.inbox.mails().find(({ text }) => text.includes(`${nro_orden}`) && text.includes('/orden/'))
		const token = /\/orden\/([\w.-]+)/.exec(mail?.text ?? '')?.[1]
		const byLink = (of: string | undefined) =>
			shop.app.inject({ method: 'POST', url: `/api/orden/${of}/retornos`, payload: wanted(), headers: withKey() })
		expect((await byLink(`${token}x`)).json().code).toBe('enlace_vencido')
		expect((await byLink(token)).statusCode).toBe(201)
	})
})

describe('receiving a return', () => {
	it('puts units back on the shelf once, and cancelling the order afterwards puts back the rest', async () => {
		const before = await stockOf(shop, 'Negro')
		const orden_id = await aDelivered(3)
		const id = await asked(orden_id, wanted(2))
		expect(await stockOf(shop, 'Negro')).toBe(before - 3)
		const received = await act(id, 'recibir', arrived(2, 1))
		expect(received.json<StaffReturn>()).toMatchObject({
			estado: 'recibido',
			sugerido: 59_980,
			devolvible_a_mano: 89_970,
		})
		expect((await act(id, 'recibir', arrived(2, 1))).statusCode).toBe(200)
		expect((await act(id, 'recibir', arrived(2, 2))).json().code).toBe('accion_no_corresponde')
		expect(await stockOf(shop, 'Negro')).toBe(before - 2)
		expect((await act(id, 'anular', { respuesta: 'No siguió' })).json().code).toBe('accion_no_corresponde')
		await boss.send('POST', `/api/admin_ordenes/${orden_id}/cancelar/`, {})
		expect(await stockOf(shop, 'Negro')).toBe(before)
	})

	it('puts back nothing that a cancellation has put back', async () => {
		const before = await stockOf(shop, 'Negro')
		const orden_id = await aDelivered(1)
		const id = await asked(orden_id)
		await boss.send('POST', `/api/admin_ordenes/${orden_id}/cancelar/`, {})
		expect((await act(id, 'recibir', arrived(1))).statusCode).toBe(422)
		expect((await act(id, 'recibir', arrived(1, 0))).statusCode).toBe(200)
		expect(await stockOf(shop, 'Negro')).toBe(before)
	})

	it('refuses units that were not announced, and a receipt of nothing', async () => {
		const id = await asked(await aDelivered(2))
		for (const body of [
			arrived(2),
			arrived(1, 2),
			arrived(0),
			{ lineas: [{ ...arrived(1).lineas[0], posicion: 1 }] },
		]) {
			expect((await act(id, 'recibir', body)).statusCode).toBe(422)
		}
	})
})

describe('ending a return', () => {
	it('gives the units’ share back by hand, and never more than was paid', async () => {
		const orden_id = await aDelivered(2)
		const [first, second] = [await asked(orden_id), await asked(orden_id)]
		expect((await act(first, 'cerrar', byHand(29_990))).json().code).toBe('accion_no_corresponde')
		for (const id of [first, second]) await act(id, 'recibir', arrived(1))
		const key = randomUUID()
		const clicks = [await act(first, 'cerrar', byHand(29_990), key), await act(first, 'cerrar', byHand(29_990), key)]
		expect(clicks.map((one) => one.json<StaffReturn>().devuelto)).toEqual([29_990, 29_990])
		expect((await act(second, 'cerrar', byHand(29_991))).json().code).toBe('devolucion_excede')
		expect((await act(second, 'cerrar', { opcion: 'devolucion' })).json().code).toBe('valor_invalido')
		expect((await act(second, 'cerrar', byHand(29_990))).json()).toMatchObject({
			estado: 'cerrado',
			reembolso: 'hecha',
		})
		const detail = (await boss.get(`/api/admin_ordenes/${orden_id}/`)).json()
		expect(detail).toMatchObject({ estado: 'completado', dinero: 'devuelta', devuelto: 59_980 })
		expect(detail.retornos.map(({ devuelto }: StaffReturn) => devuelto)).toEqual([29_990, 29_990])
		expect(await mailsOf(orden_id)).toEqual(
			expect.arrayContaining(['retorno_recibido', 'retorno_terminado', 'devolucion_hecha']),
		)
		await shop.drainJobs()
	})

	it('gives it back by the gateway that was paid', async () => {
		const order = await aPlacedOrder(shop, ana, { carrito: [cartLine('Negro', 2)] })
		await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
		await deliver(order.orden_id)
		const id = await asked(order.orden_id)
		const { sugerido, devolvible } = (await act(id, 'recibir', arrived(1, 0, 'abierto'))).json<StaffReturn>()
		expect([sugerido, devolvible]).toEqual([29_990, 59_980])
		const closed = await act(id, 'cerrar', { opcion: 'devolucion', devolver: { monto: sugerido } })
		expect(closed.json()).toMatchObject({ estado: 'cerrado', devuelto: 29_990 })
		await shop.drainJobs()
		const { devoluciones, retornos } = await ownOrder(order.orden_id)
		expect(devoluciones).toMatchObject([{ monto: 29_990, estado: 'hecha' }])
		expect(retornos?.lista).toMatchObject([{ estado: 'cerrado', devuelto: 29_990 }])
	})

	it('shares a coupon and the delivery over the returns to the peso', async () => {
		const orden_id = await aDelivered(3, { cupon: 'SHAKER5000', total: 84_970 })
		const given: number[] = []
		for (const _ of [1, 2, 3]) {
			const id = await asked(orden_id)
			const { sugerido } = (await act(id, 'recibir', arrived(1))).json<StaffReturn>()
			expect((await act(id, 'cerrar', byHand(sugerido))).statusCode).toBe(200)
			given.push(sugerido)
		}
		expect(given).toEqual([28_324, 28_323, 28_323])
		expect((await ownOrder(orden_id)).devuelto).toBe(84_970)
	})

	it('makes the order of the same units in exchange once, without a charge', async () => {
		const before = await stockOf(shop, 'Negro')
		const orden_id = await aDelivered(2)
		const id = await asked(orden_id, wanted(1, { tipo: 'garantia', opcion: 'cambio' }))
		await act(id, 'recibir', arrived(1, 0, 'falla'))
		expect((await act(id, 'cerrar', { opcion: 'cambio' })).json().code).toBe('valor_invalido')
		const clicks = await Promise.all([1, 2].map(() => act(id, 'cerrar', { opcion: 'cambio', reemplazo: true })))
		const [{ reemplazo }] = clicks.map((one) => one.json<StaffReturn>()) as [StaffReturn, StaffReturn]
		expect(clicks.map((one) => one.json<StaffReturn>().reemplazo)).toEqual([reemplazo, reemplazo])
		const { ordenes } = (await customer.get('/api/perfil/ordenes/')).json<{ ordenes: ProfileOrder[] }>()
		const made = ordenes.filter(({ nro_orden }) => nro_orden === reemplazo)
		expect(made).toMatchObject([
			{ estado: 'pagada', total: 0, despacho: 0, descuento: 29_990, carrito: [{ color: 'Negro', cantidad: 1 }] },
		])
		expect(await stockOf(shop, 'Negro')).toBe(before - 3)
		const mail = (
			await shop.database.db
				.select()
				.from(correos)
				.where(eq(correos.clave, `retorno_terminado:${id}`))
		)[0]
		expect(mail?.datos).toMatchObject({ retorno: { reemplazo, devuelto: null } })
	})

	it('charges what another colour costs more today, and nothing for a cheaper one', async () => {
		const price = (precio: number) =>
			shop.database.db.update(productos).set({ precio }).where(eq(productos.color, 'Celeste'))
		const exchanged = async (color: string) => {
			const id = await asked(await aDelivered(1), wanted(1, { tipo: 'garantia', opcion: 'cambio' }))
			await act(id, 'recibir', arrived(1, 0, 'falla'))
			const closed = (await act(id, 'cerrar', { opcion: 'cambio', reemplazo: true, color })).json()
			const { ordenes } = (await customer.get('/api/perfil/ordenes/')).json<{ ordenes: ProfileOrder[] }>()
			return closed.code ?? ordenes.find(({ nro_orden }) => nro_orden === closed.reemplazo)
		}
		await price(31_990)
		const carrito = [{ color: 'Celeste', cantidad: 1 }]
		expect(await exchanged('Celeste')).toMatchObject({ estado: 'pendiente', total: 2_000, descuento: 29_990, carrito })
		await price(27_990)
		expect(await exchanged('Celeste')).toMatchObject({ estado: 'pagada', total: 0, carrito })
		await price(29_990)
		expect(await exchanged('Fucsia')).toBe('color_desconocido')
	})

	it('makes no exchange of units that are sold out', async () => {
		const orden_id = await aDelivered(1)
		const id = await asked(orden_id, wanted(1, { tipo: 'garantia', opcion: 'cambio' }))
		await act(id, 'recibir', arrived(1, 0, 'falla'))
		await shop.database.db.update(productos).set({ deleted_at: new Date() }).where(eq(productos.color, 'Negro'))
		expect((await act(id, 'cerrar', { opcion: 'cambio', reemplazo: true })).json().code).toBe('sin_stock')
		await shop.database.db.update(productos).set({ deleted_at: null }).where(eq(productos.color, 'Negro'))
		const list = (await boss.get('/api/admin_retornos/?estado=recibido')).json<{ results: StaffReturn[] }>()
		expect(list.results.map((one) => one.id)).toContain(id)
	})

	it('lets units be announced again after it was annulled, and tells the customer why', async () => {
		const orden_id = await aDelivered(1)
		const id = await asked(orden_id)
		expect((await act(id, 'anular', { respuesta: '' })).statusCode).toBe(400)
		const annulled = await act(id, 'anular', { respuesta: 'No llegó el producto' })
		expect(annulled.json()).toMatchObject({ estado: 'anulado', respuesta: 'No llegó el producto' })
		expect((await act(id, 'recibir', arrived(1))).json().code).toBe('accion_no_corresponde')
		await asked(orden_id)
		expect(await mailsOf(orden_id)).toContain('retorno_terminado')
	})

	it('lets a repaired unit come back again, with the repair’s days added to the warranty', async () => {
		const orden_id = await aDelivered(1)
		const before = (await ownOrder(orden_id)).retornos?.garantia_hasta ?? ''
		const id = await asked(orden_id, wanted(1, { tipo: 'garantia', opcion: 'reparacion' }))
		expect((await act(id, 'recibir', arrived(1, 1, 'falla'))).statusCode).toBe(422)
		await act(id, 'recibir', arrived(1, 0, 'falla'))
		shop.clock.advanceMinutes(7 * 24 * 60)
		await logInAgain()
		await act(id, 'cerrar', { opcion: 'reparacion', respuesta: 'Cambiamos la tapa' })
		const garantia_hasta = dayIn(new Date(Date.parse(`${before}T15:00:00Z`) + 7 * dayMs))
		expect((await ownOrder(orden_id)).retornos).toMatchObject({ garantia_hasta, lineas: [{ quedan: 1 }] })
	})
})

it('lists the open returns by their last day for staff alone, and counts them on Hoy', async () => {
	const list = (await boss.get('/api/admin_retornos/?estado=pedido')).json<{ results: StaffReturn[]; count: number }>()
	const days = list.results.flatMap(({ dinero_hasta }) => dinero_hasta ?? [])
	expect(days).toEqual(days.toSorted())
	expect(list.count).toBeGreaterThan(2)
	expect((await customer.get('/api/admin_retornos/')).statusCode).toBe(403)
	const { esperan } = (await boss.get('/api/admin_hoy/')).json()
	expect(esperan.map(({ clave }: { clave: string }) => clave)).toContain('retornos')
})

it('leaves stock, money and mails as they have to be', async () => {
	await shop.drainJobs()
	expect(await violatedInvariantsOf(shop)).toEqual([])
	expect(await brokenLedgers(shop)).toEqual([])
})

it('is in the customer’s copy of the data, and loses its texts with the account', async () => {
	const orden_id = await aDelivered(1)
	await asked(orden_id, wanted(1, { motivo: 'Mi perro lo mordió' }))
	const data = (await customer.get('/api/perfil/datos/')).json()
	expect(data.retornos).toContainEqual(expect.objectContaining({ orden_id, motivo: 'Mi perro lo mordió' }))
	await customer.send('POST', '/api/perfil/eliminar/', { password: ana.password })
	const { retornos } = (await boss.get(`/api/admin_ordenes/${orden_id}/`)).json()
	expect(retornos).toMatchObject([{ estado: 'pedido', motivo: '' }])
})
