import { eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { SentEdit } from '#core/server/lists/edited-field.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { StaffDeps } from '#modules/context.ts'
import { isForCustomer } from '#modules/mails.ts'
import { effectsOfChange, effectsOnMoney } from '#modules/order-parts.ts'
import { changeEffects, type OrderSnapshot } from '#modules/orders/change-effects.ts'
import { correos } from '#modules/orders/mail-tables.ts'
import { moneyHeld } from '#modules/orders/money-held.ts'
import { paidByHand } from '#modules/orders/paid-by-hand.ts'
import { readLines } from '#modules/orders/server/read-lines.ts'
import type { WatchEffects } from '#modules/orders/server/read-parts.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import type { OrderRow } from '#modules/orders/tables.ts'
import { readHandRefunded } from '#modules/payments/server/read-hand-refunded.ts'
import { readPayments } from '#modules/payments/server/read-payments.ts'
import { changeOrder, readOrderEdit } from '#modules/staff-orders/server/edit-order.ts'
import type { EffectsAnswer } from '#modules/staff-orders/shapes/orders.ts'

/** Carries the result out of a rolled back transaction. */
class Previewed extends Error {
	readonly answer: EffectsAnswer | Failure
	constructor(answer: EffectsAnswer | Failure) {
		super('previewed')
		this.answer = answer
	}
}

async function readMoney(tx: Transaction, order: OrderRow): Promise<Pick<OrderSnapshot, 'paid' | 'held'>> {
	const payments = await readPayments(tx, order.id)
	const devuelto_a_mano = await readHandRefunded(tx, order.id)
	const applied = payments.find(({ destino }) => destino === 'aplicado')
	const paid = applied?.monto ?? (order.pagada_at === null ? 0 : paidByHand(order))
	return { paid, held: moneyHeld({ ...order, devuelto_a_mano }, payments) }
}

async function takeSnapshot(tx: Transaction, order: OrderRow): Promise<OrderSnapshot> {
	const { estado, total, pagada_at, stock_tomado, id } = order
	const linesOf = await readLines(tx, [id])
	const mails = await tx
		.select({ id: correos.id, plantilla: correos.plantilla, destinatario: correos.destinatario })
		.from(correos)
		.where(eq(correos.orden_id, id))
	return {
		estado,
		total,
		isPaid: pagada_at !== null,
		...(await readMoney(tx, order)),
		units: stock_tomado ? linesOf(id) : [],
		mails: mails.filter(isForCustomer),
	}
}

/** Lets modules watch a change; the returned function gives their sentences. */
async function watchAll(all: readonly WatchEffects[], tx: Transaction, order: OrderRow) {
	const watched: Awaited<ReturnType<WatchEffects>>[] = []
	for (const watch of all) watched.push(await watch(tx, order))
	return async (after: OrderRow) => {
		const sentences: string[] = []
		for (const effectsOn of watched) sentences.push(...(await effectsOn(after)))
		return sentences
	}
}

/**
 * Returns the consequences of an edit: the edit is made, read and rolled back, so that the preview equals the edit.
 * Fails as `editOrder` does.
 */
export async function previewEdit(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	fields: SentEdit['fields'],
): Promise<EffectsAnswer | Failure> {
	if (!isUuid(orderId)) return fail('orden_desconocida')
	const edit = readOrderEdit(fields)
	if (isFailure(edit)) return edit
	try {
		return await deps.db.transaction(async (tx): Promise<never> => {
			const order = await lockOrder(tx, orderId)
			if (!order) throw new Previewed(fail('orden_desconocida'))
			if (order[edit.field] === edit.value) throw new Previewed({ efectos: [] })
			const before = await takeSnapshot(tx, order)
			const onMoney = await watchAll(effectsOnMoney, tx, order)
			const onRest = await watchAll(effectsOfChange, tx, order)
			const failure = await changeOrder(deps, tx, order, { edit, actorId })
			if (failure) throw new Previewed(failure)
			const after = await lockOrder(tx, orderId)
			if (!after) throw new Previewed({ efectos: [] })
			const efectos = changeEffects(before, await takeSnapshot(tx, after), await onMoney(after))
			throw new Previewed({ efectos: [...efectos, ...(await onRest(after))] })
		})
	} catch (error) {
		if (error instanceof Previewed) return error.answer
		throw error
	}
}
