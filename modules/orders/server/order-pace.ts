import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { type Failure, fail } from '#core/contract/failure.ts'
import { gatewayMethods, isGatewayMethod, type MetodoPago } from '#core/rules/payment-methods.ts'
import { waitText } from '#core/rules/times.ts'
import type { Transaction } from '#core/server/db/database.ts'
import { accountsOfMailbox } from '#core/server/users/account-conditions.ts'
import { ordenes } from '#modules/orders/tables.ts'
import type { Settings } from '#modules/settings/settings.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A 429 with the seconds until `until`. */
export function waitUntil(until: Date, now: Date, sentence: (wait: string) => string): Failure {
	const retry_after = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
	return fail('demasiadas_solicitudes', { text: sentence(waitText(retry_after)), extra: { retry_after } })
}

/** Counts the orders of an account's mailbox in the last hour and day. */
export async function countRecentOrders(tx: Transaction, user: number, now: Date) {
	const { created_at } = ordenes
	const ofHour = gt(created_at, new Date(now.getTime() - hourMs))
	const seconds = (moment: typeof created_at) => sql`min(extract(epoch from ${moment}))`
	const [recent] = await tx
		.select({
			inHour: sql<number>`count(*) filter (where ${ofHour})::int`,
			inDay: sql<number>`count(*)::int`,
			firstOfHour: sql<number>`coalesce(${seconds(created_at)} filter (where ${ofHour}), 0)::float8`,
			firstOfDay: sql<number>`coalesce(${seconds(created_at)}, 0)::float8`,
		})
		.from(ordenes)
		.where(and(eq(ordenes.user, accountsOfMailbox(user)), gt(created_at, new Date(now.getTime() - dayMs))))
	if (!recent) throw new Error('a count without a row')
	return recent
}

interface Sender {
	readonly user: number
	readonly metodo_pago: MetodoPago
	readonly settings: Pick<Settings, 'limite_ordenes_hora' | 'limite_ordenes_dia' | 'limite_pagos_fallidos'>
	readonly now: Date
}

/**
 * The failure of an account that placed too many orders in an hour or a day, or whose last gateway payments all failed
 * within the hour. The caller holds the account's lock, so that parallel orders are counted. `recent`: what
 * `countRecentOrders` read.
 */
export async function paceProblem(
	tx: Transaction,
	{ user, metodo_pago, settings, now }: Sender,
	recent: Awaited<ReturnType<typeof countRecentOrders>>,
): Promise<Failure | undefined> {
	const tooMany = (wait: string) => `Ya hiciste muchos pedidos seguidos. Podrás hacer otro en ${wait}.`
	const after = (first: number, ms: number) => waitUntil(new Date(first * 1000 + ms), now, tooMany)
	if (recent.inDay >= settings.limite_ordenes_dia) return after(recent.firstOfDay, dayMs)
	if (recent.inHour >= settings.limite_ordenes_hora) return after(recent.firstOfHour, hourMs)

	// Each gateway order opened a payment there; gateways block shops that open many unpaid ones.
	if (!isGatewayMethod(metodo_pago)) return undefined
	const most = settings.limite_pagos_fallidos
	const ofGateways = and(eq(ordenes.user, accountsOfMailbox(user)), inArray(ordenes.metodo_pago, [...gatewayMethods]))
	const last = await tx
		.select({ estado: ordenes.estado, created_at: ordenes.created_at })
		.from(ordenes)
		.where(and(ofGateways, gt(ordenes.created_at, new Date(now.getTime() - dayMs))))
		.orderBy(desc(ordenes.created_at))
		.limit(most)
	const [newest] = last
	if (!newest || last.length < most || last.some(({ estado }) => estado !== 'fallida')) return undefined
	const until = new Date(newest.created_at.getTime() + hourMs)
	if (until <= now) return undefined
	return waitUntil(
		until,
		now,
		(wait) =>
			`Tus últimos ${most} pagos en línea no se completaron. Podrás intentar otro en ${wait}, o elige otro medio de pago.`,
	)
}
