import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { FailureAnswer, fail, refuse } from '#core/contract/failure.ts'
import { clp } from '#core/rules/money.ts'
import { type GatewayMethod, metodoPagoText } from '#core/rules/payment-methods.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { trialAmount } from '#modules/first-day/first-day.ts'
import type { TrialPayment } from '#modules/first-day/shapes.ts'
import { pagosPrueba, type TrialRow } from '#modules/first-day/tables.ts'
import type { Context } from '#modules/lists/context.ts'
import {
	type Gateway,
	GatewayRefused,
	GatewayUnavailable,
	type RefundOutcome,
} from '#modules/payments/server/gateways/gateway.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import { offeredGateways } from '#modules/settings/shop-data.ts'

export type TrialContext = Context & { readonly gateways: ReadonlyMap<GatewayMethod, Gateway> }

interface Actor {
	readonly id: number
	readonly email: string
}

const pageMinutes = 30
const minutesSince = (moment: Date, now: Date) => (now.getTime() - moment.getTime()) / 60_000

const backFirst = 'El pago anterior está cobrado: devuélvelo antes de probar otra vez.'

const failed = (text: string, cause?: unknown) => new FailureAnswer(fail('no_comprobado', { text }), { cause })

/** What a gateway throws, as a sentence for the owner. */
function gatewayFailed(method: GatewayMethod, cause: unknown): never {
	if (!(cause instanceof GatewayUnavailable || cause instanceof GatewayRefused)) throw cause
	throw failed(`${metodoPagoText[method]} no acepta la llamada o no responde. Prueba otra vez en un momento.`, cause)
}

/** The newest trial of each of the `offered` gateways; `nunca` where there is none. */
export async function readTrials(db: Queryable, offered: GatewayMethod[], now: Date): Promise<TrialPayment[]> {
	const rows = await db
		.selectDistinctOn([pagosPrueba.gateway])
		.from(pagosPrueba)
		.where(inArray(pagosPrueba.gateway, offered))
		.orderBy(pagosPrueba.gateway, desc(pagosPrueba.created_at))
	return offered.map((metodo_pago) => {
		const row = rows.find(({ gateway }) => gateway === metodo_pago)
		const isOpen = row?.estado === 'abierto' && minutesSince(row.created_at, now) < pageMinutes
		const url = isOpen ? row.url : null
		return { metodo_pago, estado: row?.estado ?? 'nunca', url, pedida_at: row?.pedida_at?.toISOString() ?? null }
	})
}

const newestOf = async (db: Queryable, gateway: GatewayMethod): Promise<TrialRow | undefined> => {
	const [row] = await db
		.select()
		.from(pagosPrueba)
		.where(eq(pagosPrueba.gateway, gateway))
		.orderBy(desc(pagosPrueba.created_at))
		.limit(1)
	return row
}

/** A trial's payment, which the gateway charged. Confirms it where the gateway requires that. */
async function findPaid(gateway: Gateway, { id, gateway_ref, pago_id }: TrialRow) {
	const payments = await gateway
		.confirm({ id, gateway_ref })
		.catch((cause: unknown) => gatewayFailed(gateway.name, cause))
	return payments.find((payment) => payment.pago_id === pago_id || payment.estado === 'aprobado')
}

/**
 * Opens a payment of the lowest amount at a gateway, which `giveBackTrial` gives back; returns the address of its page. One at a
 * time: the page that can still be paid is returned again. Refuses with `no_encontrado` for a gateway that the shop does not
 * offer, and with `no_comprobado` and a sentence, also while an earlier one is paid and not given back.
 */
export async function openTrial(deps: TrialContext, actor: Actor, method: GatewayMethod): Promise<{ url: string }> {
	const { db, clock } = deps
	const gateway = deps.gateways.get(method)
	if (!gateway || !offeredGateways(await readSettings(db), [method]).includes(method)) refuse('no_encontrado')
	const now = clock.now()
	const before = await newestOf(db, method)
	if (before?.estado === 'devolviendo') throw failed(backFirst)
	if (before?.estado === 'abierto') {
		if (before.url !== null && minutesSince(before.created_at, now) < pageMinutes) return { url: before.url }
		if (await findPaid(gateway, before)) throw failed(backFirst)
		const isStillOpen = and(eq(pagosPrueba.id, before.id), eq(pagosPrueba.estado, 'abierto'))
		await db.update(pagosPrueba).set({ estado: 'vencido' }).where(isStillOpen)
	}
	const trial = {
		id: deps.newId(),
		gateway: method,
		monto: trialAmount,
		estado: 'abierto',
		usuario_id: actor.id,
	} as const
	const inserted = await db
		.insert(pagosPrueba)
		.values({ ...trial, created_at: now })
		.onConflictDoNothing()
		.returning({ id: pagosPrueba.id })
	if (inserted.length === 0) throw failed('Ya se está abriendo una prueba: espera un momento y mira otra vez.')
	const item = { sku: 'PRUEBA', nombre: 'Pago de prueba', color: '', cantidad: 1, precio: clp(trialAmount) }
	try {
		const opened = await gateway.open({
			id: trial.id,
			orden_id: trial.id,
			nro_orden: 0,
			monto: clp(trialAmount),
			email: actor.email,
			nombre: 'Pago de prueba',
			items: [item],
			created_at: now,
			expires_at: new Date(now.getTime() + pageMinutes * 60_000),
		})
		await db.update(pagosPrueba).set(opened).where(eq(pagosPrueba.id, trial.id))
		return { url: opened.url }
	} catch (cause) {
		// Its page was shown to nobody.
		await db.delete(pagosPrueba).where(eq(pagosPrueba.id, trial.id))
		return gatewayFailed(method, cause)
	}
}

/**
 * Confirms the newest trial payment of a gateway at the gateway itself and gives all of it back, once; a refund whose answer was lost, or
 * that the gateway decides later, is looked up. Refuses with `no_encontrado` without a trial, and with `no_comprobado` and a sentence while nothing is paid.
 */
export async function giveBackTrial(
	deps: TrialContext,
	actor: Actor,
	method: GatewayMethod,
): Promise<{ texto: string }> {
	const { db, clock } = deps
	const gateway = deps.gateways.get(method) ?? refuse('no_encontrado')
	const row = (await newestOf(db, method)) ?? refuse('no_encontrado')
	if (row.estado === 'vencido') refuse('no_encontrado')
	if (row.estado === 'devuelto' || row.estado === 'sin_devolver') return { texto: resultText[row.estado] }
	if (row.estado === 'pedida' && row.devolucion_id !== null && row.pago_id !== null) {
		const { devolucion_id, pago_id, monto } = row
		const decided = await gateway
			.readRefund({ devolucion_id, pago_id, monto })
			.catch((cause: unknown) => gatewayFailed(method, cause))
		return await keepOutcome(deps, actor, row, decided)
	}
	const paid = await findPaid(gateway, row)
	if (!paid) throw failed(`${metodoPagoText[method]} no muestra ningún pago todavía.`)

	// One caller a minute sends it, or asks what is known of the one sent before; a call takes less.
	const { pago_id } = paid
	const now = clock.now()
	const isFirst = row.estado === 'abierto'
	const mayAct = isFirst
		? eq(pagosPrueba.estado, 'abierto')
		: lt(pagosPrueba.pedida_at, new Date(now.getTime() - 60_000))
	const claimed = await db
		.update(pagosPrueba)
		.set({ estado: 'devolviendo', pago_id, pedida_at: now, ...(isFirst && { devuelto_antes: paid.devuelto }) })
		.where(and(eq(pagosPrueba.id, row.id), mayAct))
		.returning({ id: pagosPrueba.id })
	if (claimed.length === 0) throw failed('Se está devolviendo: espera un minuto y mira otra vez.')
	const monto = clp(row.monto)
	const attempt = { id: row.id, gateway_ref: row.gateway_ref }
	const refund = () => gateway.refund({ id: row.id, pago_id, attempt, monto, email: actor.email })
	const lookUp = async () => {
		const sent = { devuelto_antes: row.devuelto_antes, pedida_at: row.pedida_at ?? now, known: [] }
		const found = await gateway.findRefund({ pago_id, attempt, monto, ...sent })
		if (found !== 'unknown') return found === 'not_made' ? await refund() : found
		throw failed(`No sabemos si ${metodoPagoText[method]} hizo la devolución: míralo en su panel.`)
	}
	const outcome = await (isFirst ? refund() : lookUp()).catch((cause: unknown): RefundOutcome => {
		if (cause instanceof GatewayRefused) return { estado: 'rechazado', devolucion_id: row.id }
		return gatewayFailed(method, cause)
	})
	return await keepOutcome(deps, actor, row, outcome)
}

async function keepOutcome(
	{ db }: TrialContext,
	actor: Actor,
	{ id, gateway, estado: before }: TrialRow,
	outcome: RefundOutcome,
): Promise<{ texto: string }> {
	const estado = ({ hecho: 'devuelto', pendiente: 'pedida', rechazado: 'sin_devolver' } as const)[outcome.estado]
	const texto = resultText[estado]
	if (estado === before) return { texto }
	await db.transaction(async (tx) => {
		await tx.update(pagosPrueba).set({ estado, devolucion_id: outcome.devolucion_id }).where(eq(pagosPrueba.id, id))
		const detalle = `${metodoPagoText[gateway]}: ${texto}`
		await writeAudit(tx, { tipo: 'ajuste', ref: 'pasarela', usuario_id: actor.id, accion: 'pago_prueba', detalle })
	})
	return { texto }
}

const resultText = {
	devuelto: 'Cobró y devolvió.',
	pedida: 'Cobró, y la devolución está pedida: la pasarela la termina en los próximos días.',
	sin_devolver: 'Cobró, y no aceptó la devolución: hazla en el panel de la pasarela.',
} as const
