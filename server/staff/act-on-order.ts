import { and, desc, eq, sql } from 'drizzle-orm'
import { type Failure, refuse } from '#contract/failure.ts'
import type { OrderDetail } from '#contract/staff/order-detail.ts'
import type { Estado } from '#domain/orders/estado.ts'
import { canDo, type OrderAction } from '#domain/staff/order-actions.ts'
import type { Transaction } from '#server/db/database.ts'
import { auditoria, ordenes } from '#server/db/schema.ts'
import { isUuid } from '#server/http/uuid.ts'
import { lockOrder, type OrderRow } from '#server/orders/move-order.ts'
import { readOrder } from '#server/staff/read-order.ts'
import { readPayments } from '#server/staff/read-payments.ts'
import { setEstado } from '#server/staff/set-estado.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'
import { writeAudit } from '#server/staff/write-audit.ts'

/**
 * Does something with an order under its lock and answers the order's story. What is refused leaves no trace, because use cases
 * refuse before they write.
 */
export async function actOnOrder(
	deps: StaffDeps,
	orden_id: string,
	act: (tx: Transaction, order: OrderRow) => Promise<Failure | undefined>,
): Promise<OrderDetail | Failure> {
	if (!isUuid(orden_id)) return refuse('orden_desconocida')
	return await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, orden_id)
		if (!order) return refuse('orden_desconocida')
		return (await act(tx, order)) ?? (await readOrder(deps, tx, orden_id))
	})
}

/** Whether an action makes sense for a locked order; refuses with `accion_no_corresponde` otherwise. */
export async function checkAction(tx: Transaction, action: OrderAction, order: OrderRow): Promise<Failure | undefined> {
	const payments = await readPayments(tx, order.id)
	const devolvible = payments.reduce((sum, pago) => sum + pago.devolvible, 0)
	const estado = order.estado as Estado
	return canDo(action, { ...order, estado, devolvible })
		? undefined
		: refuse('accion_no_corresponde', { extra: { estado } })
}

/** Moves a locked order where an action leads. It is done already when the order is there: a second click changes nothing. */
async function moveBy(
	deps: StaffDeps,
	tx: Transaction,
	order: OrderRow,
	move: { action: OrderAction; estado: Estado; by: number; why: string; isDone: boolean },
): Promise<Failure | undefined> {
	if (move.isDone) return undefined
	const wrong = await checkAction(tx, move.action, order)
	if (wrong) return wrong
	return await setEstado(deps, tx, order, move)
}

/** The transfer arrived: the order is paid and the customer told. A case about its proof is settled by it. */
export async function confirmTransfer(deps: StaffDeps, by: number, orden_id: string) {
	return await actOnOrder(deps, orden_id, async (tx, order) => {
		const isDone = order.metodo_pago === 'transferencia' && ['pagada', 'completado'].includes(order.estado)
		const failure = await moveBy(deps, tx, order, {
			action: 'confirmar_transferencia',
			estado: 'pagada',
			by,
			why: 'transferencia_confirmada',
			isDone,
		})
		if (failure || isDone || order.atencion !== 'comprobante_sin_stock') return failure
		return await clearCase(tx, order, by)
	})
}

/** The bottles are with the customer. */
export async function deliverOrder(deps: StaffDeps, by: number, orden_id: string) {
	return await actOnOrder(deps, orden_id, async (tx, order) =>
		moveBy(deps, tx, order, {
			action: 'entregar',
			estado: 'completado',
			by,
			why: 'entregada',
			isDone: order.estado === 'completado',
		}),
	)
}

/** The order is off and its bottles are back in stock. Its money, if any, goes back by a refund of its own. */
export async function cancelOrder(deps: StaffDeps, by: number, orden_id: string, motivo: string) {
	return await actOnOrder(deps, orden_id, async (tx, order) => {
		const isDone = order.estado === 'cancelado'
		const move = { action: 'cancelar', estado: 'cancelado', by, why: 'cancelada', isDone } as const
		const failure = await moveBy(deps, tx, order, move)
		if (failure || isDone || motivo === '') return failure
		await writeAudit(tx, { tipo: 'orden', ref: order.id, usuario_id: by, accion: 'nota', despues: motivo })
		return undefined
	})
}

/** Somebody looked at the order: it needs nobody any more. */
export async function resolveCase(deps: StaffDeps, by: number, orden_id: string) {
	return await actOnOrder(deps, orden_id, async (tx, order) =>
		order.atencion === null ? undefined : await clearCase(tx, order, by),
	)
}

async function clearCase(tx: Transaction, order: OrderRow, by: number): Promise<undefined> {
	await tx
		.update(ordenes)
		.set({ atencion: null, version: sql`${ordenes.version} + 1` })
		.where(eq(ordenes.id, order.id))
	await writeAudit(tx, {
		tipo: 'orden',
		ref: order.id,
		usuario_id: by,
		accion: 'caso_resuelto',
		campo: 'atencion',
		antes: order.atencion,
	})
	return undefined
}

/** Clicks this close together with the same words are one click. */
const sameClickSeconds = 60

/** Writes a note of staff into the order's story. The same words again within a minute are a repeated click. */
export async function addNote(deps: StaffDeps, by: number, orden_id: string, texto: string) {
	return await actOnOrder(deps, orden_id, async (tx, order) => {
		const [last] = await tx
			.select({
				despues: auditoria.despues,
				isRecent: sql<boolean>`${auditoria.created_at} > now() - make_interval(secs => ${sameClickSeconds})`,
			})
			.from(auditoria)
			.where(
				and(
					eq(auditoria.tipo, 'orden'),
					eq(auditoria.ref, order.id),
					eq(auditoria.accion, 'nota'),
					eq(auditoria.usuario_id, by),
				),
			)
			.orderBy(desc(auditoria.id))
			.limit(1)
		if (last?.isRecent && last.despues === texto) return undefined
		await writeAudit(tx, { tipo: 'orden', ref: order.id, usuario_id: by, accion: 'nota', despues: texto })
		return undefined
	})
}
