import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditoria } from '#core/server/audit/tables.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { Estado } from '#modules/orders/estado.ts'
import { lockOrder, transitionOrder } from '#modules/orders/server/transition-order.ts'
import { aShop } from '#tests/a-shop.ts'
import { aCustomer, aPlacedOrder, cartLine, orderRow, stockOf } from '#tests/shop-helpers.ts'

const shop = await aShop()

it('rejects a stale order and rolls the whole transaction back', async () => {
	const before = await stockOf(shop, 'Rosado')
	const ana = await aCustomer(shop, 'Ana')
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito: [cartLine('Rosado', 2)] })
	const twice = shop.database.db.transaction(async (tx) => {
		const order = await lockOrder(tx, orden_id)
		if (!order) throw new Error('no order')
		const move = { estado: 'cancelado', actorId: null, why: 'cancelada' } as const
		await transitionOrder(shop.payments, tx, order, move)
		await transitionOrder(shop.payments, tx, order, move)
	})
	await expect(twice).rejects.toThrow(`order ${orden_id} was changed since it was read`)
	expect((await orderRow(shop, orden_id)).estado).toBe('pendiente')
	expect(await stockOf(shop, 'Rosado')).toBe(before - 2)
})

/** Moves a transfer order, freshly read, and returns its new state. */
async function move(orden_id: string, estado: Estado, more: { actorId?: number; withoutStock?: boolean } = {}) {
	const shortage = await shop.database.db.transaction(async (tx) => {
		const order = await lockOrder(tx, orden_id)
		if (!order) throw new Error('no order')
		return await transitionOrder(shop.payments, tx, order, { estado, actorId: null, why: 'editada', ...more })
	})
	return { shortage, order: await orderRow(shop, orden_id) }
}

it('moves stock with the state: out once, and back once', async () => {
	const before = await stockOf(shop, 'Blanco')
	const ana = await aCustomer(shop, 'Ana')
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito: [cartLine('Blanco', 2)] })
	const places: [Estado, number][] = [
		['en_revision', 2],
		['pagada', 2],
		['fallida', 0],
		['cancelado', 0],
		['completado', 2],
	]
	for (const [estado, held] of places) {
		const { version } = await orderRow(shop, orden_id)
		const { order } = await move(orden_id, estado)
		expect(order).toMatchObject({ estado, stock_tomado: held > 0, version: version + 1 })
		expect(await stockOf(shop, 'Blanco')).toBe(before - held)
	}
})

it('changes nothing when units are missing, unless it moves without stock', async () => {
	const ana = await aCustomer(shop, 'Ana')
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito: [cartLine('Celeste', 2)] })
	await move(orden_id, 'fallida')
	const left = await stockOf(shop, 'Celeste')
	await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito: [cartLine('Celeste', left - 1)] })
	const refused = await move(orden_id, 'pagada')
	expect(refused.shortage).toEqual({ color: 'Celeste', disponible: 1 })
	expect(refused.order).toMatchObject({ estado: 'fallida', stock_tomado: false })
	const { shortage, order } = await move(orden_id, 'en_revision', { withoutStock: true })
	expect(shortage).toBeUndefined()
	expect(order).toMatchObject({ estado: 'en_revision', stock_tomado: false })
	expect(await stockOf(shop, 'Celeste')).toBe(1)
})

it('stores who cancelled until a person moves the order on, and logs each change of state once', async () => {
	const ana = await aCustomer(shop, 'Ana')
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito: [cartLine('Negro')] })
	const [account] = await shop.database.db.select().from(usuarios).where(eq(usuarios.email, ana.email))
	const by = account?.id ?? 0
	const since = async () => {
		const { accion, campo, antes, despues, usuario_id } = auditoria
		const columns = { accion, campo, antes, despues, usuario_id }
		return await shop.database.db
			.select(columns)
			.from(auditoria)
			.where(eq(auditoria.ref, orden_id))
			.orderBy(auditoria.id)
	}
	const before = (await since()).length
	expect((await move(orden_id, 'cancelado', { actorId: by })).order.cancelada_por).toBe(by)
	expect((await move(orden_id, 'cancelado')).order.cancelada_por).toBe(by)
	expect((await move(orden_id, 'en_revision')).order.cancelada_por).toBe(by)
	expect((await move(orden_id, 'pendiente', { actorId: by })).order.cancelada_por).toBeNull()
	const change = { accion: 'editada', campo: 'estado' }
	expect((await since()).slice(before)).toEqual([
		{ ...change, antes: 'pendiente', despues: 'cancelado', usuario_id: by },
		{ ...change, antes: 'cancelado', despues: 'en_revision', usuario_id: null },
		{ ...change, antes: 'en_revision', despues: 'pendiente', usuario_id: by },
	])
})
