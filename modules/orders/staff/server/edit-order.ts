import { and, eq, isNull, sql, TransactionRollbackError } from 'drizzle-orm'
import { FailureAnswer, orRefuse, refuse } from '#core/contract/failure.ts'
import { wholeNumber } from '#core/contract/fields.ts'
import { metodosPago } from '#core/rules/payment-methods.ts'
import { readEmail } from '#core/rules/person-data.ts'
import { isMember } from '#core/rules/values.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { editedField, notReadable, outsideLimits, type SentEdit } from '#core/server/lists/edited-field.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { maxTotal } from '#modules/checkout/totals.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { isForCustomer } from '#modules/lists/mails.ts'
import { effectsOfChange, effectsOnMoney } from '#modules/lists/order-parts.ts'
import { changeEffects, type OrderSnapshot } from '#modules/orders/change-effects.ts'
import { type Estado, estados } from '#modules/orders/estado.ts'
import { reservedUntil } from '#modules/orders/hold-times.ts'
import { paidByHand } from '#modules/orders/order-money.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { readOrderMoney, readPayments } from '#modules/orders/server/read-order-money.ts'
import type { WatchEffects } from '#modules/orders/server/read-parts.ts'
import { unitsOfOrder } from '#modules/orders/server/reserve-stock.ts'
import { announceSale, followMoney, lockOrder, transitionByStaff } from '#modules/orders/server/transition-order.ts'
import { makeUndoable, undoLocked } from '#modules/orders/staff/server/act-on-order.ts'
import { describeOrder, undoUntil } from '#modules/orders/staff/server/list-orders.ts'
import type { StaffOrder } from '#modules/orders/staff/shapes.ts'
import { correos, type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

const editable = ['total', 'metodo_pago', 'estado', 'email'] as const

/** Parses the one field to change. Refuses with `campo_no_editable`, `campos_invalidos` and `valor_invalido`. */
function readOrderEdit(fields: SentEdit['fields']) {
	const { field, value } = orRefuse(editedField(fields, editable))
	if (field === 'total') {
		const { data: total } = wholeNumber.safeParse(value)
		if (total === undefined) return orRefuse(notReadable('total'))
		if (total < 0 || total > maxTotal) orRefuse(outsideLimits('total', 'El total', maxTotal))
		return { field, value: total }
	}
	if (typeof value !== 'string') return orRefuse(notReadable(field))
	if (field === 'metodo_pago' && isMember(metodosPago, value)) return { field, value }
	if (field === 'estado' && isMember(estados, value)) return { field, value }
	if (field !== 'email') refuse('valor_invalido', { extra: { campo: field } })
	const text = 'Escribe un correo como nombre@ejemplo.cl.'
	return { field, value: readEmail(value) ?? refuse('valor_invalido', { text, extra: { campo: field } }) }
}

type OrderEdit = ReturnType<typeof readOrderEdit>

/**
 * Changes one field of an order: total, payment method, mail address, or state, which moves its stock. Refuses with
 * `version_distinta` and the current order for an edit of an older version; an edit without a change succeeds, so that
 * repeated clicks and lost answers do no harm. Also refuses with `orden_desconocida`, `campo_no_editable`,
 * `campos_invalidos`, `valor_invalido`, `sin_stock` and `entrega_detenida`.
 */
export async function editOrder(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	sent: SentEdit,
): Promise<StaffOrder> {
	if (!isUuid(orderId)) refuse('orden_desconocida')
	const edit = readOrderEdit(sent.fields)
	return await deps.db.transaction(async (tx) => {
		const order = (await lockOrder(tx, orderId)) ?? refuse('orden_desconocida')
		if (order[edit.field] !== edit.value) {
			if (sent.version !== undefined && sent.version !== order.version) {
				refuse('version_distinta', { extra: { actual: await describeOrder(deps, tx, order) } })
			}
			await changeOrder(deps, tx, order, { edit, actorId })
		}
		return await describeOrder(deps, tx, (await lockOrder(tx, orderId)) ?? refuse('orden_desconocida'))
	})
}

/** Changes one field of a locked order, with its consequences. Can be undone for a minute, except the address. */
async function changeOrder(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ edit, actorId }: { readonly edit: OrderEdit; readonly actorId: number },
): Promise<void> {
	if (edit.field === 'estado') {
		// Set back within the minute, the change was a mistake, and no mail is sent.
		if (undoUntil(order, deps.clock.now()) !== null && isSetBack(order, edit.value)) {
			try {
				return await undoLocked(deps, tx, order, actorId)
			} catch (error) {
				// What cannot be undone any more is set like any other state.
				if (!(error instanceof FailureAnswer && error.failure.failure === 'ya_no_se_deshace')) throw error
			}
		}
		const move = { estado: edit.value, actorId, why: 'editada' } as const
		return await makeUndoable(deps, tx, order, (held) =>
			transitionByStaff(held, tx, order, { ...move, undoableUntil: held.undoableUntil }),
		)
	}
	const setField = async (held: StaffDeps, undoableUntil?: Date) => {
		let { expires_at, pagado_a_mano } = order
		if (edit.field === 'metodo_pago' && order.estado === 'pendiente') {
			// The new method's payment time, never less than the order had.
			const until = reservedUntil(edit.value, deps.clock.now(), await readSettings(tx))
			if (expires_at === null || expires_at < until) expires_at = until
		}
		if (edit.field === 'total' && order.pagada_at !== null) pagado_a_mano ??= order.total
		const [edited] = await tx
			.update(ordenes)
			.set({
				[edit.field]: edit.value,
				expires_at,
				pagado_a_mano,
				version: sql`${ordenes.version} + 1`,
			})
			.where(eq(ordenes.id, order.id))
			.returning()
		// Now payable in cash, it may count as a sale.
		if (edited && edit.field === 'metodo_pago') await announceSale(held, tx, edited)
		if (edit.field === 'total') await followMoney(held, tx, order.id, { notBefore: undoableUntil, isNewTotal: true })
		// Mails that are not sent yet go to the new address.
		if (edit.field === 'email') {
			const { orden_id, destinatario, enviado_at } = correos
			const waits = and(eq(orden_id, order.id), eq(destinatario, order.email), isNull(enviado_at))
			await tx.update(correos).set({ destinatario: edit.value }).where(waits)
		}
		const change = { campo: edit.field, antes: order[edit.field], despues: edit.value }
		await auditOrder(tx, order.id, actorId, { accion: 'editada', ...change })
	}
	if (edit.field === 'email') await setField(deps)
	else await makeUndoable(deps, tx, order, (held) => setField(held, held.undoableUntil))
}

/** Whether a state is the one before the last change, which changed nothing else that staff set. */
const isSetBack = ({ deshacer, total, metodo_pago }: OrderRow, estado: Estado) =>
	deshacer?.antes.estado === estado && deshacer.antes.total === total && deshacer.antes.metodo_pago === metodo_pago

/**
 * Returns the consequences of an edit: the edit is made, read and rolled back, so that the preview equals the edit.
 * Refuses as `editOrder` does.
 */
export async function previewEdit(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	fields: SentEdit['fields'],
): Promise<{ efectos: string[] }> {
	if (!isUuid(orderId)) refuse('orden_desconocida')
	const edit = readOrderEdit(fields)
	const efectos: string[] = []
	try {
		await deps.db.transaction(async (tx) => {
			const order = (await lockOrder(tx, orderId)) ?? refuse('orden_desconocida')
			if (order[edit.field] === edit.value) return
			const before = await takeSnapshot(tx, order)
			const onMoney = await watchAll(effectsOnMoney, tx, order)
			const onRest = await watchAll(effectsOfChange, tx, order)
			await changeOrder(deps, tx, order, { edit, actorId })
			const after = (await lockOrder(tx, orderId)) ?? refuse('orden_desconocida')
			efectos.push(...changeEffects(before, await takeSnapshot(tx, after), await onMoney(after)))
			efectos.push(...(await onRest(after)))
			tx.rollback()
		})
	} catch (error) {
		if (!(error instanceof TransactionRollbackError)) throw error
	}
	return { efectos }
}

async function takeSnapshot(tx: Transaction, order: OrderRow): Promise<OrderSnapshot> {
	const { estado, total, pagada_at, stock_tomado, id } = order
	const mails = await tx
		.select({ id: correos.id, plantilla: correos.plantilla, destinatario: correos.destinatario })
		.from(correos)
		.where(eq(correos.orden_id, id))
	const applied = (await readPayments(tx, id)).find(({ destino }) => destino === 'aplicado')
	return {
		estado,
		total,
		isPaid: pagada_at !== null,
		paid: applied?.monto ?? (pagada_at === null ? 0 : paidByHand(order)),
		owed: (await readOrderMoney(tx, [id]))(id).por_devolver,
		units: stock_tomado ? await unitsOfOrder(tx, id) : [],
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
