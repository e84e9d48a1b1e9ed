import { asc, eq } from 'drizzle-orm'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { isMember } from '#core/rules/values.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { Context } from '#modules/lists/context.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { mailStaff } from '#modules/orders/server/order-mails.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import { ordenLineas } from '#modules/orders/tables.ts'
import { askedKinds, askProblem, moneyUntil, returnedUnits } from '#modules/returns/return-rules.ts'
import { unitsText } from '#modules/returns/return-text.ts'
import { readLastDays, readReturns } from '#modules/returns/server/read-returns.ts'
import { mailReturn } from '#modules/returns/server/return-mails.ts'
import type { OpenReturnRequest } from '#modules/returns/shapes.ts'
import { retornoLineas, retornos } from '#modules/returns/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/** A logged-in customer, the holder of the order's signed link, or a member of staff for the customer. */
type Opener = { readonly cuenta: number } | { readonly staff: number } | 'enlace'

/**
 * Opens a return of units of a delivered order, with the mails to customer and staff, and returns its id. The same key of
 * an order is the same return. Moves neither stock nor money. Refuses with `orden_desconocida` (also for another
 * customer's order), `orden_no_entregada`, `retracto_vencido`, `garantia_vencida`, `retorno_excede`, `valor_invalido`, and
 * `clave_repetida` for a key of another request.
 */
export async function openReturn(
	deps: Pick<Context, 'db' | 'clock' | 'mail'>,
	opener: Opener,
	orderId: string,
	{ key, ...request }: OpenReturnRequest & { readonly key: string },
): Promise<number> {
	if (!isUuid(orderId)) refuse('orden_desconocida')
	const { tipo, opcion, vuelta, motivo, nota, lineas } = request
	const actorId = opener === 'enlace' ? null : 'staff' in opener ? opener.staff : opener.cuenta
	return await deps.db.transaction(async (tx) => {
		const now = deps.clock.now()
		// The lock of the order: parallel requests see each other's units.
		const order = await lockOrder(tx, orderId)
		if (!order) refuse('orden_desconocida')
		if (opener !== 'enlace' && 'cuenta' in opener && order.user !== opener.cuenta) refuse('orden_desconocida')

		const returns = (await readReturns(tx, [orderId]))(orderId)
		const clave = `${orderId}:${key}`
		const earlier = returns.find((one) => one.clave === clave)
		if (earlier) {
			const isSame =
				earlier.tipo === tipo &&
				earlier.vuelta === vuelta &&
				earlier.lineas.length === lineas.length &&
				lineas.every((line) =>
					earlier.lineas.some((one) => one.posicion === line.posicion && one.cantidad === line.cantidad),
				)
			if (!isSame) refuse('clave_repetida', { text: 'Esa devolución ya se pidió con otros datos.' })
			return earlier.id
		}

		const days = (await readLastDays(tx, [order], now))(order)
		if (!days) {
			if (order.estado === 'completado')
				refuse('retorno_excede', { text: 'Ya se devolvió todo el dinero de este pedido.' })
			refuse('orden_no_entregada')
		}
		if (isMember(askedKinds, tipo)) {
			const problem = askProblem({ tipo, opcion }, days, now)
			if (problem) orRefuse(problem)
		}
		if (vuelta === 'ronda' && !((await readSettings(tx)).retorno_ronda && order.tipo_entrega === 'despacho')) {
			const text = 'Este pedido no lo pasa a buscar el reparto. Elige otra forma de devolverlo.'
			refuse('valor_invalido', { text, extra: { campo: 'vuelta' } })
		}

		const bought = await tx
			.select()
			.from(ordenLineas)
			.where(eq(ordenLineas.orden_id, orderId))
			.orderBy(asc(ordenLineas.posicion))
		const announced = lineas.map(({ posicion, cantidad }) => {
			const line = bought.find((one) => one.posicion === posicion) ?? refuse('valor_invalido')
			const quedan = line.cantidad - returnedUnits(returns, posicion)
			if (cantidad > quedan) refuse('retorno_excede', { extra: { posicion, quedan: Math.max(0, quedan) } })
			return { posicion, cantidad, color: line.color }
		})
		if (new Set(announced.map(({ posicion }) => posicion)).size < announced.length) refuse('valor_invalido')

		const usuario_id = opener !== 'enlace' && 'staff' in opener ? opener.staff : null
		const dinero_hasta = moneyUntil(tipo, opcion, now)
		const row = {
			orden_id: orderId,
			tipo,
			opcion,
			vuelta,
			pedido_at: now,
			dinero_hasta,
			motivo,
			nota,
			usuario_id,
			clave,
		}
		const [made] = await tx.insert(retornos).values(row).returning()
		if (!made) throw new Error('no return was written')
		await tx
			.insert(retornoLineas)
			.values(lineas.map(({ posicion, cantidad }) => ({ retorno_id: made.id, orden_id: orderId, posicion, cantidad })))
		const detalle = `${tipo}: ${unitsText(announced)}`
		await auditOrder(tx, orderId, actorId, { accion: 'retorno_pedido', detalle })
		await mailReturn(deps, tx, order, made.id, 'retorno_pedido')
		if (usuario_id === null) {
			const about = { retorno: { tipo, opcion, unidades: unitsText(announced), dinero_hasta } }
			await mailStaff(deps, tx, order, { plantilla: 'retorno_staff', cual: String(made.id), about })
		}
		return made.id
	})
}
