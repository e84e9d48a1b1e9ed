import { and, eq, inArray, isNotNull, isNull, lt, not, sql } from 'drizzle-orm'
import { dayIn } from '#core/rules/times.ts'
import { runChores } from '#core/server/jobs/jobs.ts'
import { notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import type { Context } from '#modules/lists/context.ts'
import { devoluciones } from '#modules/orders/payment-tables.ts'
import { lateMailMinutes, readLateMails, youngerHasLeft } from '#modules/orders/server/late-mails.ts'
import { mailStaffCase, wasMailedCase } from '#modules/orders/server/order-mails.ts'
import { followBooks, lockOrder } from '#modules/orders/server/transition-order.ts'
import { correos, ordenes } from '#modules/orders/tables.ts'

/** Delays after which unfinished automatic work is reported. Minutes. */
const lateAfterMinutes = { correoSolo: 60, devolucion: 60, decision: 7 * 24 * 60 }

type Clocked = Pick<Context, 'db' | 'clock'>

const minutesAgo = ({ clock }: Clocked, minutes: number) => new Date(clock.now().getTime() - minutes * 60_000)

/**
 * Reports overdue automatic work. Stuck mails are logged and mailed once a day; a mail that alone is rejected, and an
 * unfinished refund, become their order's case until they end.
 */
export async function watchBacklog(deps: Context): Promise<void> {
	await runChores(
		() => closeEnded(deps),
		() => reportLateMails(deps),
		async () => await runChores(...(await lateOrders(deps)).map((late) => () => openCase(deps, late))),
	)
}

/** Ends a mail whose recipient has no mailbox: its order becomes a case, once. */
export async function reportRefusedMail(deps: Context, mailId: string): Promise<void> {
	const [mail] = await deps.db.select({ orden_id: correos.orden_id }).from(correos).where(eq(correos.id, mailId))
	deps.log.warn({ correo_id: mailId }, 'a mail has no mailbox to go to')
	if (mail?.orden_id) await openCase(deps, { orden_id: mail.orden_id, why: 'correo_detenido' })
}

async function reportLateMails(deps: Context): Promise<void> {
	const found = await readLateMails(deps.db, minutesAgo(deps, lateMailMinutes))
	if (!found) return
	const { cuantos } = found
	const desde = found.desde.toISOString()
	deps.log.error({ cuantos, desde }, 'mails do not leave')
	const day = dayIn(deps.clock.now())
	const datos = { cuantos, desde }
	await deps.db.transaction((tx) =>
		notifyStaff(deps, tx, { clave: `alarma_correos:${day}`, plantilla: 'alarma_correos', datos }),
	)
}

/** An order with an overdue mail or refund; each refund is a case of its own. */
interface LateOrder {
	readonly orden_id: string
	readonly why: 'devolucion_atrasada' | 'correo_detenido'
	readonly devolucion_id?: string
}

/** Orders with an overdue refund or mail, refunds first. */
async function lateOrders(deps: Context): Promise<readonly LateOrder[]> {
	const { devolucion, decision, correoSolo } = lateAfterMinutes
	const { estado, created_at, aceptar_hasta } = devoluciones
	const refunds = await deps.db
		.select({ orden_id: devoluciones.orden_id, devolucion_id: devoluciones.id })
		.from(devoluciones)
		.where(
			sql`(${inArray(estado, ['pedida', 'enviando'])} and ${lt(created_at, minutesAgo(deps, devolucion))})
				or (${eq(estado, 'en_curso')} and coalesce(${aceptar_hasta} + interval '1 day',
					${created_at} + make_interval(mins => ${decision})) < ${deps.clock.now().toISOString()}::timestamptz)`,
		)
	const mails = await deps.db
		.selectDistinct({ orden_id: correos.orden_id })
		.from(correos)
		.where(
			and(
				isNull(correos.enviado_at),
				isNotNull(correos.orden_id),
				lt(correos.created_at, minutesAgo(deps, correoSolo)),
				// By then every mail that waited during an outage was retried (`retryDelayMax`), so that an outage opens no cases.
				youngerHasLeft(minutesAgo(deps, correoSolo)),
			),
		)
	return [
		...refunds.map((refund) => ({ ...refund, why: 'devolucion_atrasada' as const })),
		...mails.flatMap(({ orden_id }) => (orden_id ? { orden_id, why: 'correo_detenido' as const } : [])),
	]
}

/** Opens an order's case, unless another case is open or staff have resolved this one. */
async function openCase(deps: Context, { orden_id, why, devolucion_id }: LateOrder): Promise<void> {
	const reason = { motivo: why, cual: devolucion_id }
	await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, orden_id)
		const isOther = order?.atencion !== null && order?.atencion !== 'falta_devolver'
		if (!order || isOther || (await wasMailedCase(tx, orden_id, reason))) return
		deps.log.error({ orden_id, why }, 'an order has something that does not end by itself')
		await tx.update(ordenes).set({ atencion: why }).where(eq(ordenes.id, orden_id))
		await mailStaffCase(deps, tx, order, reason)
	})
}

/** Closes the cases whose late refund or mail has ended. */
async function closeEnded(deps: Context): Promise<void> {
	const openRefund = sql`exists (select 1 from ${devoluciones} where ${devoluciones.orden_id} = ${ordenes.id}
		and ${not(inArray(devoluciones.estado, ['hecha', 'rechazada']))})`
	const waitingMail = sql`exists (select 1 from ${correos} where ${correos.orden_id} = ${ordenes.id}
		and ${isNull(correos.enviado_at)})`
	const hasEnded = sql`(${ordenes.atencion} = 'devolucion_atrasada' and not ${openRefund})
		or (${ordenes.atencion} = 'correo_detenido' and not ${waitingMail})`
	await deps.db.transaction(async (tx) => {
		const closed = await tx.update(ordenes).set({ atencion: null }).where(hasEnded).returning({ id: ordenes.id })
		for (const { id } of closed) await followBooks(tx, id)
	})
}
