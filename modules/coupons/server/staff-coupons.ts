import { and, desc, eq, inArray, isNull, min, notInArray, sql } from 'drizzle-orm'
import { refuse } from '#core/contract/failure.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Queryable, Transaction } from '#core/server/db/database.ts'
import { type CsvTable, tableOf } from '#core/server/lists/csv.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { allowMoneyChange, type StaffActor } from '#core/server/staff/fresh-proof.ts'
import { productos } from '#modules/catalog/tables.ts'
import { normalizeCoupon } from '#modules/checkout/totals.ts'
import { couponProblem, isGenerous } from '#modules/coupons/coupons.ts'
import type { CreateCouponRequest, StaffCoupon } from '#modules/coupons/shapes.ts'
import { cupones } from '#modules/coupons/tables.ts'
import type { Context, DiscountCodes } from '#modules/lists/context.ts'
import { couponStateOf } from '#modules/orders/coupon.ts'
import { countUses } from '#modules/orders/server/coupons.ts'
import { ordenes } from '#modules/orders/tables.ts'

/** The codes of staff, for the checkout. */
export const staffCodes: DiscountCodes = {
	async find(db, codigo) {
		const [row] = await db.select().from(cupones).where(eq(cupones.codigo, codigo))
		return row
	},
	hasAny: async (db) => (await db.$count(cupones, eq(cupones.activo, true))) > 0,
}

type CouponRow = typeof cupones.$inferSelect
type Numbers = Pick<StaffCoupon, 'ordenes' | 'descontado' | 'vendido'>

const unused: Numbers = { ordenes: 0, descontado: 0, vendido: 0 }

function couponAnswer(row: CouponRow, numbers: Numbers, now: Date): StaffCoupon {
	const { usuario_id: _, created_at, ...terms } = row
	const estado = couponStateOf(row, numbers.ordenes, now)
	return { ...terms, estado, created_at: created_at.toISOString(), ...numbers }
}

async function readNumbers(db: Queryable, codes: readonly string[]): Promise<Map<string, Numbers>> {
	if (codes.length === 0) return new Map()
	const isPaid = inArray(ordenes.estado, ['pagada', 'completado'])
	const rows = await db
		.select({
			codigo: ordenes.cupon,
			ordenes: sql<number>`count(*)::int`,
			descontado: sql<number>`coalesce(sum(${ordenes.descuento}), 0)::float8`,
			vendido: sql<number>`coalesce(sum(${ordenes.total}) filter (where ${isPaid}), 0)::float8`,
		})
		.from(ordenes)
		.where(and(inArray(ordenes.cupon, [...codes]), notInArray(ordenes.estado, ['fallida', 'cancelado'])))
		.groupBy(ordenes.cupon)
	return new Map(rows.map(({ codigo, ...numbers }) => [codigo ?? '', numbers]))
}

/** Returns the codes of staff with their numbers, the newest first. */
export async function listCoupons({ db, clock }: { readonly db: Queryable; readonly clock: Clock }) {
	const rows = await db.select().from(cupones).orderBy(desc(cupones.created_at), cupones.codigo)
	const numbers = await readNumbers(
		db,
		rows.map(({ codigo }) => codigo),
	)
	const results = rows.map((row) => couponAnswer(row, numbers.get(row.codigo) ?? unused, clock.now()))
	return { results, count: results.length }
}

/** The codes as a file, for staff. */
export async function couponTable(deps: { readonly db: Queryable; readonly clock: Clock }): Promise<CsvTable> {
	const { results } = await listCoupons(deps)
	const terms = ['codigo', 'tipo', 'valor', 'minimo', 'desde', 'hasta', 'usos', 'usos_cliente', 'solo_primera'] as const
	const rows = results.map((row) => ({ ...row, solo_primera: row.solo_primera ? 'sí' : 'no' }))
	return tableOf([...terms, 'estado', 'ordenes', 'descontado', 'vendido'], rows)
}

/** What a code takes off, for staff: `5000 pesos`, `10 %`. */
const worthText = ({ tipo, valor }: CouponRow) => (tipo === 'monto' ? `${valor} pesos` : `${valor} %`)

/** Requires a fresh proof for a generous code. */
async function allowGenerous(
	deps: Pick<Context, 'clock' | 'mail'>,
	tx: Transaction,
	actor: StaffActor,
	coupon: CouponRow,
): Promise<void> {
	const [product] = await tx
		.select({ cheapest: min(productos.precio) })
		.from(productos)
		.where(isNull(productos.deleted_at))
	if (!isGenerous(coupon, product?.cheapest ?? 0)) return
	const { codigo, usos } = coupon
	const uses = usos === null ? 'sin límite de usos' : `${usos} usos`
	await allowMoneyChange(deps, tx, actor, {
		clave: `cupon:${codigo}:${deps.clock.now().getTime()}`,
		campo: `Cupón ${codigo}`,
		antes: 'no valía',
		despues: `${worthText(coupon)}, ${uses}`,
	})
}

const repeated = () => refuse('cupon_repetido', { extra: { campo: 'codigo' } })

/**
 * Creates a discount code. Refuses with `valor_invalido`, with `cupon_repetido` for a code in use or on any order, and
 * with `identidad_requerida` for a generous one without a fresh proof.
 */
export async function createCoupon(
	deps: Pick<Context, 'db' | 'clock' | 'mail'>,
	{ actor, discountCode }: { readonly actor: StaffActor; readonly discountCode: string | undefined },
	request: CreateCouponRequest,
): Promise<StaffCoupon> {
	const coupon = { ...request, codigo: normalizeCoupon(request.codigo) }
	const problem = couponProblem(coupon)
	if (problem) refuse('valor_invalido', { text: problem.texto, extra: { campo: problem.campo } })
	if (coupon.codigo === discountCode) return repeated()
	return await deps.db.transaction(async (tx) => {
		// The environment's code may have been another one before.
		if ((await countUses(tx, coupon.codigo)) > 0) return repeated()
		const made = { ...coupon, usuario_id: actor.id, created_at: deps.clock.now() }
		const [row] = await tx.insert(cupones).values(made).onConflictDoNothing().returning()
		if (!row) return repeated()
		await allowGenerous(deps, tx, actor, row)
		const detalle = `${row.codigo}: ${worthText(row)}`
		await writeAudit(tx, { tipo: 'ajuste', ref: row.codigo, usuario_id: actor.id, accion: 'cupon_creado', detalle })
		return couponAnswer(row, unused, made.created_at)
	})
}

/**
 * Ends or reactivates a code; idempotent. Refuses with `no_encontrado`, and as `createCoupon` does with
 * `identidad_requerida`.
 */
export async function editCoupon(
	deps: Pick<Context, 'db' | 'clock' | 'mail'>,
	actor: StaffActor,
	{ codigo, activo }: { readonly codigo: string; readonly activo: boolean },
): Promise<StaffCoupon> {
	return await deps.db.transaction(async (tx) => {
		const [before] = await tx.select().from(cupones).where(eq(cupones.codigo, codigo)).for('update')
		if (!before) refuse('no_encontrado')
		if (before.activo !== activo) {
			if (activo) await allowGenerous(deps, tx, actor, before)
			await tx.update(cupones).set({ activo }).where(eq(cupones.codigo, codigo))
			const detalle = `${codigo}: ${activo ? 'vale otra vez' : 'terminado'}`
			await writeAudit(tx, { tipo: 'ajuste', ref: codigo, usuario_id: actor.id, accion: 'cupon_editado', detalle })
		}
		const numbers = (await readNumbers(tx, [codigo])).get(codigo) ?? unused
		return couponAnswer({ ...before, activo }, numbers, deps.clock.now())
	})
}
