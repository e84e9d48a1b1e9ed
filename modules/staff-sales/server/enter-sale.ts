import { and, eq, isNull } from 'drizzle-orm'
import { FailureAnswer, orRefuse, refuse } from '#core/contract/failure.ts'
import type { MetodoPago } from '#core/rules/payment-methods.ts'
import { readEmail } from '#core/rules/person-data.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Signer } from '#core/server/platform/secrets.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { methodProblem, outOfStock } from '#modules/checkout/sale-problem.ts'
import {
	checkOrder,
	findAnswered,
	nameOf,
	type PlaceOrderDeps,
	priceOrder,
	refuseTooMany,
	writeOrder,
} from '#modules/checkout/server/write-order.ts'
import { lockHolder } from '#modules/orders/server/order-hold.ts'
import { orderPath } from '#modules/orders/server/order-links.ts'
import { mailPaymentConfirmed } from '#modules/orders/server/order-mails.ts'
import { shortageOf } from '#modules/orders/server/reserve-stock.ts'
import { lockOrder, transitionByStaff } from '#modules/orders/server/transition-order.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { missingToSell } from '#modules/settings/sale-state.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import { offeredGateways } from '#modules/settings/shop-data.ts'
import type { EnterSaleRequest, SaleAnswer } from '#modules/staff-sales/shapes.ts'
import { linkHours } from '#modules/staff-sales/staff-sales.ts'
import { ventasEquipo } from '#modules/staff-sales/tables.ts'

interface EnterSaleDeps extends PlaceOrderDeps {
	readonly clock: Clock
	readonly signer: Signer
}

/**
 * Creates the order that staff agreed with a customer, priced as one of the checkout, with its units reserved. An account
 * is a chosen one, never one of a typed address. The limits of customers do not apply, and a closed shop sells. Paid in
 * cash and handed over now, it is delivered in the same transaction. The same key answers the same order. Refuses with
 * `carrito_vacio`, `correo_invalido`, `nombre_invalido`, `usuario_desconocido`, `cuenta_bloqueada`, `tienda_incompleta`,
 * `metodo_no_disponible`, `valor_invalido` (handed over now, and to be delivered), `sin_stock`, `clave_repetida`, and as
 * `checkOrder`, `refuseTooMany` and `priceOrder` do.
 */
export async function enterSale(
	deps: EnterSaleDeps,
	actorId: number,
	key: string,
	sale: EnterSaleRequest,
): Promise<SaleAnswer> {
	const { forma, cliente_id, nombre = '', email = '', ...cart } = sale
	if (cart.carrito.length === 0) refuse('carrito_vacio')
	const name = nameOf(actorId, key, sale)
	try {
		const isHandedOver = forma === 'entregada'
		if (isHandedOver && cart.tipo_entrega !== 'retiro')
			refuse('valor_invalido', { text: 'Lo que se entrega ahora no se despacha.' })
		const settings = await readSettings(deps.db)
		const [gateway] = offeredGateways(settings, deps.settings.gateways)
		const metodo_pago: MetodoPago =
			forma === 'enlace' ? (gateway ?? refuse('metodo_no_disponible')) : isHandedOver ? 'efectivo' : forma
		const request = { ...cart, metodo_pago }
		const checked = await checkOrder(deps, request)

		const order = await deps.db.transaction(async (tx) => {
			const now = deps.clock.now()
			const customer = cliente_id === undefined ? typedCustomer(nombre, email) : await lockAccount(tx, cliente_id)
			const buyer = { user: customer.user, telefono: checked.telefono, red: null }
			await lockHolder(tx, buyer)
			if (missingToSell(settings).length > 0) refuse('tienda_incompleta')
			// Cash in the hand needs no offer of cash at the door.
			if (!isHandedOver) orRefuse(methodProblem(metodo_pago, settings, deps.settings.gateways))
			refuseTooMany(request, settings)
			const priced = await priceOrder(deps, tx, { request, checked, buyer, settings, now })
			const shortage = shortageOf(priced.units, priced.products)
			if (shortage) return orRefuse(outOfStock(shortage))
			for (const check of deps.hooks.orderPriced)
				orRefuse(await check(tx, { settings: deps.settings, user: buyer.user, request, total: priced.totals.total }))

			const byLink = forma === 'enlace' && { heldUntil: new Date(now.getTime() + linkHours * 3_600_000) }
			const orderer = { ...customer, actorId, name, isHandedOver, ...byLink }
			const decided = { ...priced, now, settings, red: null }
			const written = await writeOrder(deps, tx, orderer, request, checked, decided)
			await tx.insert(ventasEquipo).values({ orden_id: written.id, usuario_id: actorId, forma })
			if (!isHandedOver) return written
			const handedOver = { estado: 'completado', actorId, why: 'entregada' } as const
			await transitionByStaff(deps, tx, written, handedOver)
			const done = (await lockOrder(tx, written.id)) ?? written
			await mailPaymentConfirmed(deps, tx, done)
			return done
		})
		return answerOf(deps, order)
	} catch (error) {
		if (!(error instanceof FailureAnswer)) throw error
		const order = await findAnswered(deps.db, name)
		if (order) return answerOf(deps, order)
		throw error
	}
}

/** A customer without an account, as typed. An order without an address would count as anonymized. */
function typedCustomer(nombre: string, typed: string) {
	if (nombre === '') refuse('nombre_invalido')
	return { user: null, nombre, email: readEmail(typed) ?? refuse('correo_invalido') }
}

/** A chosen account, held up against its deletion or block until `tx` ends. */
async function lockAccount(tx: Transaction, id: number) {
	const [account] = await tx
		.select()
		.from(usuarios)
		.where(and(eq(usuarios.id, id), isNull(usuarios.deleted_at)))
		.for('key share')
	if (!account) refuse('usuario_desconocido')
	if (account.bloqueada_at) refuse('cuenta_bloqueada')
	return { user: id, nombre: `${account.first_name} ${account.last_name}`.trim(), email: account.email }
}

function answerOf(deps: EnterSaleDeps, order: OrderRow): SaleAnswer {
	return {
		orden_id: order.id,
		nro_orden: order.nro_orden,
		nombre: order.nombre,
		telefono: order.telefono,
		total: order.total,
		estado: order.estado,
		metodo_pago: order.metodo_pago,
		expires_at: order.expires_at?.toISOString() ?? null,
		enlace: orderPath(deps, order.id, 'sent'),
	}
}
