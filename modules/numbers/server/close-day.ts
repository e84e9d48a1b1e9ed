import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import { countProblem } from '#core/rules/cash-count.ts'
import { formatClp } from '#core/rules/money.ts'
import { gatewayMethods, type MetodoPago, metodoPagoText, metodosPago } from '#core/rules/payment-methods.ts'
import { dayIn } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import { auditoria } from '#core/server/audit/tables.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { dayAfter, dayStart } from '#core/server/lists/list-page.ts'
import { derivedUuid } from '#core/server/platform/uuid.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import type { CloseDayRequest, ClosingAnswer } from '#modules/numbers/shapes.ts'
import { devoluciones, devolucionesAMano, pagos } from '#modules/orders/payment-tables.ts'
import { appliedPayment, leftPayment } from '#modules/orders/server/read-order-money.ts'
import { ordenes } from '#modules/orders/tables.ts'

const refuseDay = () => refuse('valor_invalido', { text: 'Elige un día hasta hoy.', extra: { campo: 'dia' } })

/** Returns what is expected of a day, by default today, and its last closing. Refuses with `valor_invalido` for a later day. */
export async function readClosing(
	{ db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
	dia = dayIn(clock.now()),
): Promise<ClosingAnswer> {
	if (dia > dayIn(clock.now())) refuseDay()
	return await readDay(db, dia)
}

async function readDay(db: Queryable, dia: string): Promise<ClosingAnswer> {
	return {
		dia,
		metodos: await readDayMoney(db, dia),
		rondas: await readRoundCounts(db, dia),
		cierre: await readLast(db, dia),
	}
}

/** The counts of cash of the rounds that ended on a day, from the audit log: staff explain a difference once. */
async function readRoundCounts(db: Queryable, dia: string): Promise<ClosingAnswer['rondas']> {
	const { id, tipo, accion, campo, antes, despues, detalle, created_at } = auditoria
	const isCount = and(eq(tipo, 'ronda'), eq(accion, 'ronda_cerrada'), eq(campo, 'efectivo'))
	const rows = await db
		.select({ antes, despues, detalle, created_at })
		.from(auditoria)
		.where(and(isCount, gte(created_at, dayStart(dia)), lt(created_at, dayAfter(dia))))
		.orderBy(asc(id))
	return rows.map((row) => ({
		cerrada_at: row.created_at.toISOString(),
		esperado: Number(row.antes),
		contado: Number(row.despues),
		motivo: row.detalle ?? '',
	}))
}

/** The last closing of a day, from its rows in the audit log: one for each method. */
async function readLast(db: Queryable, dia: string): Promise<ClosingAnswer['cierre']> {
	const { id, tipo, ref, accion, campo, antes, despues, detalle, clave, created_at } = auditoria
	const rows = await db
		.select({ accion, campo, antes, despues, detalle, clave, created_at, usuario: usuarios.email })
		.from(auditoria)
		.leftJoin(usuarios, eq(usuarios.id, auditoria.usuario_id))
		.where(and(eq(tipo, 'dia'), eq(ref, dia)))
		.orderBy(desc(id))
		.limit(metodosPago.length)
	const closingOf = (row: (typeof rows)[number]) => row.clave?.split(':')[1] ?? ''
	const [last] = rows
	if (!last) return null
	const own = rows.filter((row) => closingOf(row) === closingOf(last)).toReversed()
	return {
		id: closingOf(last),
		usuario: last.usuario,
		created_at: last.created_at.toISOString(),
		es_correccion: last.accion === 'cierre_corregido',
		conteos: own.map((row) => ({
			metodo: row.campo as MetodoPago,
			esperado: Number(row.antes),
			contado: Number(row.despues),
			motivo: row.detalle ?? '',
		})),
	}
}

/** What changed between the expected CLP that staff saw and the current ones; undefined: nothing. */
function changeText(metodos: ClosingAnswer['metodos'], { conteos }: CloseDayRequest): string | undefined {
	const seen = new Map(conteos.map(({ metodo, esperado }) => [metodo, esperado]))
	const now = new Map(metodos.map(({ metodo, esperado }) => [metodo, esperado]))
	const changed = metodosPago.filter((metodo) => seen.get(metodo) !== now.get(metodo))
	if (changed.length === 0) return undefined
	const parts = changed.map(
		(metodo) =>
			`en ${metodoPagoText[metodo]} ${formatClp(now.get(metodo) ?? 0)} (antes ${formatClp(seen.get(metodo) ?? 0)})`,
	)
	return `Mientras contabas cambió lo que se espera: ${parts.join(', ')}. Revisa y guarda otra vez.`
}

/**
 * Stores the count of a day's money with the expected amounts of the same moment, as rows of the audit log; again: as a
 * correction. Idempotent by key. Refuses with `valor_invalido` for a later day or one without movement, with
 * `version_distinta` when another closing or other expected amounts are there by now, and with `conteo_sin_cuadrar` for
 * a difference without a reason.
 */
export async function closeDay(
	{ db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
	actorId: number,
	{ key, ...request }: CloseDayRequest & { readonly key: string },
): Promise<ClosingAnswer & { readonly repetida: boolean }> {
	const { dia, anterior, conteos } = request
	const id = derivedUuid(`cierre:${actorId}:${dia}:${key}`)
	if (dia > dayIn(clock.now())) refuseDay()
	return await db.transaction(async (tx) => {
		await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cierre:${dia}`}, 0))`)
		const metodos = await readDayMoney(tx, dia)
		const last = await readLast(tx, dia)
		if (last?.id === id) return { ...(await readDay(tx, dia)), repetida: true }
		if ((last?.id ?? null) !== anterior)
			refuse('version_distinta', { text: 'Otra persona cerró este día mientras contabas. Revisa lo que anotó.' })
		const text = changeText(metodos, request)
		if (text) refuse('version_distinta', { text, extra: { metodos } })
		if (metodos.length === 0) refuse('valor_invalido', { text: 'Ese día no se movió dinero.' })
		// Of a method given twice the last one counts, whose expected amount was compared.
		const counts = [...new Map(conteos.map((one) => [one.metodo, one])).values()]
		for (const { metodo, esperado, contado, motivo } of counts) {
			const problem = countProblem(esperado, { contado, motivo })
			if (problem) refuse('conteo_sin_cuadrar', { text: problem.text, extra: { campo: `${problem.campo}_${metodo}` } })
		}
		for (const { metodo, esperado, contado, motivo } of counts)
			await writeAudit(tx, {
				tipo: 'dia',
				ref: dia,
				usuario_id: actorId,
				accion: last ? 'cierre_corregido' : 'dia_cerrado',
				campo: metodo,
				antes: esperado,
				despues: contado,
				detalle: motivo,
				clave: `cierre:${id}:${metodo}`,
			})
		return { ...(await readDay(tx, dia)), repetida: false }
	})
}

type MethodMoney = ClosingAnswer['metodos'][number]

const gateways = sql.join(
	gatewayMethods.map((gateway) => sql`${gateway}`),
	sql`, `,
)

/** CLP paid without a gateway: gateway payments that staff accepted in place of the order's own count as theirs. */
const byHand = sql`greatest(${ordenes.total}, coalesce(${ordenes.pagado_a_mano}, 0))
	- case when ${ordenes.metodo_pago} in (${gateways}) then (select coalesce(sum(c.monto), 0) from ${pagos} c
		where c.orden_id = ${ordenes.id} and c.destino = 'caso' and c.estado in ('aprobado', 'devuelto')) else 0 end`

/**
 * Returns the CLP that moved on a day of Santiago by method, in one snapshot, without methods of no movement. A payment
 * counts on the day that the numbers count its sale, one that pays no order on its gateway's day, and a refund on the
 * day that the customer got it.
 */
export async function readDayMoney(db: Queryable, dia: string): Promise<MethodMoney[]> {
	const within = (moment: SQL) => sql`${moment} >= ${dayStart(dia)} and ${moment} < ${dayAfter(dia)}`
	const { rows } = await db.execute<MethodMoney & Record<string, unknown>>(sql`
		select metodo, sum(monto)::float8 as esperado, (count(distinct orden_id) filter (where monto > 0))::int as ordenes,
			coalesce(sum(monto) filter (where monto > 0), 0)::float8 as recibido,
			coalesce(-sum(monto) filter (where monto < 0), 0)::float8 as devuelto
		from (
			select coalesce(p.gateway, ${ordenes.metodo_pago}) as metodo, ${ordenes.id} as orden_id,
				coalesce(p.monto, greatest(0, ${byHand})) as monto
				from ${ordenes} ${appliedPayment} where ${within(sql`${ordenes.pagada_at}`)}
			union all select p.gateway, p.orden_id, p.monto from ${pagos} p join ${ordenes} on ${ordenes.id} = p.orden_id
				where p.estado in ('aprobado', 'devuelto') and p.moneda = 'CLP'
					and (p.destino is distinct from 'aplicado' or ${ordenes.pagada_at} is null)
					and ${within(sql`coalesce(p.autorizado_at, p.created_at)`)}
			union all select case when d.por_transferencia then 'transferencia' else d.gateway end, d.orden_id, -d.monto
				from ${devoluciones} d where d.estado = 'hecha' and ${within(sql`d.updated_at`)}
			union all select p.gateway, p.orden_id, -ajeno from ${pagos} p ${leftPayment}
				where ajeno > 0 and ${within(sql`p.updated_at`)}
			union all select m.medio, m.orden_id, -m.monto from ${devolucionesAMano} m where m.fecha = ${dia}
				and not exists (select 1 from ${pagos} p where p.orden_id = m.orden_id and p.destino = 'aplicado')
		) movimientos where monto <> 0 group by metodo`)
	const place = ({ metodo }: MethodMoney) => metodosPago.length - metodosPago.indexOf(metodo)
	return rows.toSorted((one, other) => place(one) - place(other))
}
