import { and, eq, inArray } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { lockUnitsOut, moveStock } from '#modules/orders/server/reserve-stock.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import { recordOnce, requestOnce } from '#modules/orders/staff/server/refunds.ts'
import { ordenes, ordenLineas } from '#modules/orders/tables.ts'
import type { StaffReturn } from '#modules/returns/order-shapes.ts'
import { unitsText } from '#modules/returns/return-text.ts'
import { readReturns, readStaffReturn } from '#modules/returns/server/read-returns.ts'
import { type ReplaceDeps, writeReplacement } from '#modules/returns/server/replace-units.ts'
import { mailReturn } from '#modules/returns/server/return-mails.ts'
import type { CloseReturnRequest, ReceiveReturnRequest } from '#modules/returns/shapes.ts'
import { retornoLineas, retornos } from '#modules/returns/tables.ts'

/** Locks a return's order, and before it its account where an order of it follows, then reads both. Refuses with `no_encontrado`. */
async function lockReturn(tx: Transaction, returnId: number, { withAccount = false } = {}) {
	const [found] = await tx
		.select({ orden_id: retornos.orden_id, user: ordenes.user })
		.from(retornos)
		.innerJoin(ordenes, eq(ordenes.id, retornos.orden_id))
		.where(eq(retornos.id, returnId))
	// A deletion of the account locks it first and then its orders: a new order of the account does the same.
	if (withAccount && found) {
		const isAccount = eq(usuarios.id, found.user ?? 0)
		await tx.select({ id: usuarios.id }).from(usuarios).where(isAccount).for('key share')
	}
	const order = found && (await lockOrder(tx, found.orden_id))
	if (!order) refuse('no_encontrado')
	const one = (await readReturns(tx, [order.id]))(order.id).find(({ id }) => id === returnId)
	return { order, one: one ?? refuse('no_encontrado') }
}

/**
 * Notes what arrived of a return, and puts units back on the shelf in the same transaction: the only place where a return
 * moves stock. The same receipt again changes nothing. Refuses with `no_encontrado`, with `accion_no_corresponde` unless the
 * return is awaited, and with `valor_invalido` for units that do not fit.
 */
export async function receiveReturn(
	deps: StaffDeps,
	actorId: number,
	returnId: number,
	{ lineas, nota }: ReceiveReturnRequest,
): Promise<StaffReturn> {
	return await deps.db.transaction(async (tx) => {
		const { order, one } = await lockReturn(tx, returnId)
		const arrivedOf = (posicion: number) => lineas.find((line) => line.posicion === posicion)
		const isSame = one.lineas.every(({ posicion, recibida, a_stock }) => {
			const line = arrivedOf(posicion)
			return line?.recibida === recibida && line.a_stock === a_stock
		})
		if (one.estado === 'recibido' && isSame) return await readStaffReturn(deps, tx, returnId)
		if (one.estado !== 'pedido') refuse('accion_no_corresponde', { extra: { estado: one.estado } })

		const arrived = one.lineas.map((line) => {
			const { recibida, condicion, a_stock } = arrivedOf(line.posicion) ?? refuse('valor_invalido')
			const most = one.opcion === 'reparacion' ? 0 : recibida
			if (recibida > line.cantidad || a_stock > most) {
				const text = `De ${line.color} se anunciaron ${line.cantidad}, y al stock pueden volver ${most}.`
				refuse('valor_invalido', { text, extra: { campo: 'lineas' } })
			}
			return { posicion: line.posicion, color: line.color, recibida, condicion, a_stock }
		})
		if (lineas.length > arrived.length) refuse('valor_invalido')
		if (arrived.every(({ recibida }) => recibida === 0)) {
			refuse('valor_invalido', { text: 'Si no llegó nada, anula el retorno y di por qué.' })
		}

		const bought = await tx.select().from(ordenLineas).where(eq(ordenLineas.orden_id, order.id))
		const back = arrived.flatMap(({ posicion, a_stock: cantidad }) => {
			const line = bought.find((own) => own.posicion === posicion)
			const clave = `retorno:${returnId}:${posicion}`
			return line && cantidad > 0 ? [{ producto_id: line.producto_id, cantidad, clave }] : []
		})
		// A cancelled order has put its units back already.
		const out = await lockUnitsOut(tx, order.id)
		for (const [producto_id, units] of Map.groupBy(back, (unit) => unit.producto_id)) {
			const left = out.find((unit) => unit.producto_id === producto_id)?.cantidad ?? 0
			if (units.reduce((sum, { cantidad }) => sum + cantidad, 0) > left) {
				const text = `De esta orden pueden volver al stock ${left}: las demás ya volvieron.`
				refuse('valor_invalido', { text, extra: { campo: 'lineas' } })
			}
		}
		await moveStock(tx, order.id, 'devolucion', back)
		for (const { posicion, recibida, condicion, a_stock } of arrived) {
			await tx
				.update(retornoLineas)
				.set({ recibida, condicion, a_stock })
				.where(and(eq(retornoLineas.retorno_id, returnId), eq(retornoLineas.posicion, posicion)))
		}
		await tx
			.update(retornos)
			.set({ estado: 'recibido', recibido_at: deps.clock.now(), ...(nota !== undefined && { nota }) })
			.where(eq(retornos.id, returnId))
		const detalle = unitsText(arrived.map(({ color, recibida: cantidad }) => ({ color, cantidad })))
		const shelved = arrived.reduce((sum, { a_stock }) => sum + a_stock, 0)
		await auditOrder(tx, order.id, actorId, { accion: 'retorno_recibido', detalle, despues: shelved })
		await mailReturn(deps, tx, order, returnId, 'retorno_recibido')
		return await readStaffReturn(deps, tx, returnId)
	})
}

/**
 * Ends a received return: with the money that is given back in the same transaction, by the shop's own refunds and their
 * bounds, with the order of the units in exchange, or without (a repair, what was done before). A closed return stays as
 * it is. Refuses with `no_encontrado`, `accion_no_corresponde` unless it was received, `valor_invalido` for a refund without
 * money or an exchange without an order that has no note, and as `requestOnce`, `recordOnce` and `writeReplacement` do.
 */
export async function closeReturn(
	deps: StaffDeps & ReplaceDeps,
	returnId: number,
	{
		opcion,
		reemplazo,
		color,
		devolver,
		devolver_a_mano,
		respuesta,
		nota,
		key,
		actorId,
	}: CloseReturnRequest & {
		readonly key: string
		readonly actorId: number
	},
): Promise<StaffReturn> {
	return await deps.db.transaction(async (tx) => {
		const { order, one } = await lockReturn(tx, returnId, { withAccount: reemplazo })
		if (one.estado === 'cerrado') return await readStaffReturn(deps, tx, returnId)
		if (one.estado !== 'recibido') refuse('accion_no_corresponde', { extra: { estado: one.estado } })
		if (opcion === 'reparacion' && one.lineas.some(({ a_stock }) => a_stock !== 0)) {
			refuse('valor_invalido', {
				text: 'De este retorno volvieron unidades al stock: no se pueden devolver reparadas.',
			})
		}
		if (opcion === 'devolucion' && !devolver && !devolver_a_mano && !(nota ?? one.nota)) {
			const text = 'Anota por qué este retorno se cierra sin devolver dinero.'
			refuse('valor_invalido', { text, extra: { campo: 'nota' } })
		}
		if (reemplazo && opcion !== 'cambio') refuse('valor_invalido', { extra: { campo: 'reemplazo' } })
		if (opcion === 'cambio' && !reemplazo && !(nota ?? one.nota)) {
			const text = 'Anota el número de la orden del reemplazo.'
			refuse('valor_invalido', { text, extra: { campo: 'nota' } })
		}
		const money = { key: `retorno:${returnId}:${key}`, actorId }
		const motivo = `Retorno ${returnId}`
		let devolucion_id: string | null = null
		if (devolver) ({ id: devolucion_id } = await requestOnce(deps, tx, order, { ...devolver, motivo, ...money }))
		else if (devolver_a_mano)
			({ id: devolucion_id } = await recordOnce(deps, tx, order, { ...devolver_a_mano, ...money }))

		let reemplazo_id: string | null = null
		if (reemplazo) {
			const bought = await tx.select().from(ordenLineas).where(eq(ordenLineas.orden_id, order.id))
			const units = one.lineas.flatMap(({ posicion, recibida }) => {
				const line = bought.find((own) => own.posicion === posicion)
				return line && recibida ? [{ ...line, cantidad: recibida }] : []
			})
			reemplazo_id = (await writeReplacement(deps, tx, order, { units, color, actorId })).id
		}

		const end = { estado: 'cerrado', cerrado_at: deps.clock.now(), reemplazo_id } as const
		await tx
			.update(retornos)
			.set({ ...end, opcion, respuesta, devolucion_id, ...(nota !== undefined && { nota }) })
			.where(eq(retornos.id, returnId))
		await auditOrder(tx, order.id, actorId, { accion: 'retorno_cerrado', detalle: opcion })
		await mailReturn(deps, tx, order, returnId, 'retorno_terminado')
		return await readStaffReturn(deps, tx, returnId)
	})
}

/**
 * Ends a return without stock and money, with the reason for its customer; its units can be announced again. An annulled one
 * stays as it is. Refuses with `no_encontrado`, and with `accion_no_corresponde` once it is closed or units of it went back to
 * stock.
 */
export async function annulReturn(
	deps: StaffDeps,
	actorId: number,
	returnId: number,
	respuesta: string,
): Promise<StaffReturn> {
	return await deps.db.transaction(async (tx) => {
		const { order, one } = await lockReturn(tx, returnId)
		if (one.estado === 'anulado') return await readStaffReturn(deps, tx, returnId)
		if (one.estado === 'cerrado') refuse('accion_no_corresponde', { extra: { estado: one.estado } })
		if (one.lineas.some(({ a_stock }) => (a_stock ?? 0) > 0)) {
			refuse('accion_no_corresponde', { text: 'De este retorno ya volvieron unidades al stock: ciérralo.' })
		}
		const end = { estado: 'anulado', cerrado_at: deps.clock.now(), respuesta } as const
		await tx.update(retornos).set(end).where(eq(retornos.id, returnId))
		await auditOrder(tx, order.id, actorId, { accion: 'retorno_anulado' })
		await mailReturn(deps, tx, order, returnId, 'retorno_terminado')
		return await readStaffReturn(deps, tx, returnId)
	})
}

/** Removes what customers and staff wrote about the returns of orders. */
export async function forgetReturns(_deps: unknown, tx: Transaction, orderIds: string[]): Promise<void> {
	const texts = { motivo: '', nota: '', respuesta: '' }
	await tx.update(retornos).set(texts).where(inArray(retornos.orden_id, orderIds))
}
