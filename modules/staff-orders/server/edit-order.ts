import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { wholeNumber } from '#core/contract/fields.ts'
import { metodosPago } from '#core/rules/payment-methods.ts'
import { readEmail } from '#core/rules/person-data.ts'
import { isMember } from '#core/rules/values.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { editedField, notReadable, outsideLimits, type SentEdit } from '#core/server/lists/edited-field.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import { maxTotal } from '#modules/checkout/totals.ts'
import type { StaffDeps } from '#modules/context.ts'
import { isForCustomer } from '#modules/mails.ts'
import { effectsOfChange, effectsOnMoney } from '#modules/order-parts.ts'
import { changeEffects, type OrderSnapshot } from '#modules/orders/change-effects.ts'
import { type Estado, estados } from '#modules/orders/estado.ts'
import { type ReservationSettings, reservedUntil } from '#modules/orders/hold-times.ts'
import { paidByHand } from '#modules/orders/order-money.ts'
import { auditOrder } from '#modules/orders/server/audit-order.ts'
import { readOrderMoney, readPayments } from '#modules/orders/server/read-order-money.ts'
import { readLines } from '#modules/orders/server/read-orders.ts'
import type { WatchEffects } from '#modules/orders/server/read-parts.ts'
import { announceSale, followMoney, lockOrder, transitionByStaff } from '#modules/orders/server/transition-order.ts'
import { correos, type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import { makeUndoable, undoLocked } from '#modules/staff-orders/server/act-on-order.ts'
import { describeOrder, undoUntil } from '#modules/staff-orders/server/list-orders.ts'
import type { EffectsAnswer, StaffOrder } from '#modules/staff-orders/shapes.ts'

const editable = ['total', 'metodo_pago', 'estado', 'email'] as const
type OrderEdit =
	| { field: 'total'; value: number }
	| { field: 'metodo_pago'; value: (typeof metodosPago)[number] }
	| { field: 'estado'; value: Estado }
	| { field: 'email'; value: string }

/** Parses the one field to change. Fails with `campo_no_editable` and `valor_invalido`. */
function readOrderEdit(fields: SentEdit['fields']): OrderEdit | Failure {
	const edited = editedField(fields, editable)
	if (isFailure(edited)) return edited
	const { field, value } = edited
	if (field === 'total') {
		const { data: total } = wholeNumber.safeParse(value)
		if (total === undefined) return notReadable('total')
		return total < 0 || total > maxTotal ? outsideLimits('total', 'El total', maxTotal) : { field, value: total }
	}
	if (typeof value !== 'string') return notReadable(field)
	if (field === 'metodo_pago') {
		return isMember(metodosPago, value) ? { field, value } : fail('valor_invalido', { extra: { campo: field } })
	}
	if (field === 'email') {
		const email = readEmail(value)
		const text = 'Escribe un correo como nombre@ejemplo.cl.'
		return email === undefined ? fail('valor_invalido', { text, extra: { campo: field } }) : { field, value: email }
	}
	return isMember(estados, value) ? { field, value } : fail('valor_invalido', { extra: { campo: field } })
}

/**
 * Changes one field of an order: total, payment method, mail address, or state, which moves its stock. Fails with
 * `version_distinta` and the current order for an edit of an older version; an edit without a change succeeds, so that
 * repeated clicks and lost answers do no harm. Also fails with `campo_no_editable`, `valor_invalido`, `sin_stock`.
 */
export async function editOrder(
	deps: StaffDeps,
	actorId: number,
	orderId: string,
	sent: SentEdit,
): Promise<StaffOrder | Failure> {
	if (!isUuid(orderId)) return fail('orden_desconocida')
	const edit = readOrderEdit(sent.fields)
	if (isFailure(edit)) return edit
	return await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, orderId)
		if (!order) return fail('orden_desconocida')
		if (order[edit.field] !== edit.value) {
			if (sent.version !== undefined && sent.version !== order.version) {
				return fail('version_distinta', { extra: { actual: await describeOrder(deps, tx, order) } })
			}
			const failure = await changeOrder(deps, tx, order, { edit, actorId })
			if (failure) return failure
		}
		const now = await lockOrder(tx, orderId)
		return now ? await describeOrder(deps, tx, now) : fail('orden_desconocida')
	})
}

/** Changes one field of a locked order, with its consequences. Can be undone for a minute, except the address. */
async function changeOrder(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	{ edit, actorId }: { readonly edit: OrderEdit; readonly actorId: number },
): Promise<Failure | undefined> {
	if (edit.field === 'email') return await setField(deps, tx, order, { edit, actorId })
	if (edit.field !== 'estado') {
		return await makeUndoable(deps, tx, order, (held) => setField(held, tx, order, { edit, actorId }))
	}
	// Set back within the minute, the change was a mistake, and no mail is sent.
	const isBack = undoUntil(order, deps.clock.now()) !== null && isSetBack(order, edit.value)
	if (isBack && (await undoLocked(deps, tx, order, actorId)) === undefined) return undefined
	const move = { estado: edit.value, actorId, why: 'editada' } as const
	return await makeUndoable(deps, tx, order, (held) =>
		transitionByStaff(held, tx, order, { ...move, undoableUntil: held.undoableUntil }),
	)
}

/** Whether a state is the one before the last change, which changed nothing else that staff set. */
const isSetBack = ({ deshacer, total, metodo_pago }: OrderRow, estado: Estado) =>
	deshacer?.antes.estado === estado && deshacer.antes.total === total && deshacer.antes.metodo_pago === metodo_pago

async function setField(
	deps: StaffDeps & { readonly undoableUntil?: Date },
	tx: Transaction,
	order: OrderRow,
	{ edit, actorId }: { readonly edit: OrderEdit; readonly actorId: number },
): Promise<undefined> {
	const [edited] = await tx
		.update(ordenes)
		.set({
			[edit.field]: edit.value,
			...(edit.field === 'total' && order.pagada_at !== null && { pagado_a_mano: order.pagado_a_mano ?? order.total }),
			...newExpiry(deps, order, edit, await readSettings(tx)),
			version: sql`${ordenes.version} + 1`,
		})
		.where(eq(ordenes.id, order.id))
		.returning()
	// Now payable in cash, it may count as a sale.
	if (edited && edit.field === 'metodo_pago') await announceSale(deps, tx, edited)
	if (edit.field === 'total') await followMoney(deps, tx, order.id, { notBefore: deps.undoableUntil, isNewTotal: true })
	if (edit.field === 'email') await redirectMails(tx, order.id, { from: order.email, to: edit.value })
	const change = { campo: edit.field, antes: order[edit.field], despues: edit.value }
	await auditOrder(tx, order.id, actorId, { accion: 'editada', ...change })
	return undefined
}

/** Redirects unsent mails to the customer's new address. */
async function redirectMails(
	tx: Transaction,
	orderId: string,
	{ from, to }: { from: string; to: string },
): Promise<void> {
	const isWaiting = and(eq(correos.orden_id, orderId), eq(correos.destinatario, from), isNull(correos.enviado_at))
	await tx.update(correos).set({ destinatario: to }).where(isWaiting)
}

/** The new method's payment time for a waiting order, never less than it had. */
function newExpiry(
	deps: Pick<StaffDeps, 'clock'>,
	order: OrderRow,
	edit: OrderEdit,
	settings: ReservationSettings,
): { expires_at?: Date | null } {
	if (edit.field !== 'metodo_pago' || order.estado !== 'pendiente') return {}
	const until = reservedUntil(edit.value, deps.clock.now(), settings)
	const hasMore = order.expires_at !== null && order.expires_at > until
	return { expires_at: hasMore ? order.expires_at : until }
}

/** Carries the result out of a rolled back transaction. */
class Previewed extends Error {
	readonly answer: EffectsAnswer | Failure
	constructor(answer: EffectsAnswer | Failure) {
		super('previewed')
		this.answer = answer
	}
}

async function readMoney(tx: Transaction, order: OrderRow): Promise<Pick<OrderSnapshot, 'paid' | 'owed'>> {
	const payments = await readPayments(tx, order.id)
	const applied = payments.find(({ destino }) => destino === 'aplicado')
	const paid = applied?.monto ?? (order.pagada_at === null ? 0 : paidByHand(order))
	return { paid, owed: (await readOrderMoney(tx, [order.id]))(order.id).por_devolver }
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
