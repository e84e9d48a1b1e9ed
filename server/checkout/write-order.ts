import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import type { PlaceOrderRequest } from '#contract/orders/place-order.ts'
import { bottlePicture } from '#domain/catalog/bottle-picture.ts'
import { pickupHours } from '#domain/delivery/pickup-hours.ts'
import { holdUntil } from '#domain/orders/hold-times.ts'
import { isSale } from '#domain/orders/new-orders.ts'
import { numbersLeftOut } from '#domain/orders/numbers-left-out.ts'
import type { Totals } from '#domain/orders/totals.ts'
import type { Settings } from '#domain/settings/settings.ts'
import type { CurrentUser } from '#server/accounts/guard.ts'
import type { CheckedOrder } from '#server/checkout/check-order.ts'
import type { Receptor } from '#server/checkout/check-receptor.ts'
import type { Transaction } from '#server/db/database.ts'
import { correos } from '#server/db/tables/mail.ts'
import { clavesIdempotencia, type OrderRow, ordenes, ordenLineas } from '#server/db/tables/orders.ts'
import { auditoria } from '#server/db/tables/records.ts'
import { receptores } from '#server/db/tables/tax-documents.ts'
import { catalogChangeNotice } from '#server/jobs/catalog-changes.ts'
import { type MailToEnqueue, mailRow } from '#server/mail/enqueue-mail.ts'
import { waitsForSummary } from '#server/orders/announce-sale.ts'
import { numbersLock } from '#server/orders/order-hold.ts'
import { orderReceivedMail } from '#server/orders/order-mails.ts'
import type { ShopSettings } from '#server/orders/shop-settings.ts'
import { type SoldProduct, stockMoves, type UnitsOfProduct } from '#server/stock/hold-stock.ts'

export interface OrderLine {
	readonly product: SoldProduct
	readonly cantidad: number
	readonly precio: number
}

/** What a customer's Idempotency-Key names: `huella` is the SHA-256 of what was asked under it. */
export interface RequestName {
	readonly usuario_id: number
	readonly clave: string
	readonly huella: string
}

export interface OrderToWrite {
	readonly id: string
	readonly mailId: string
	readonly now: Date
	readonly settings: Settings
	readonly boleta: ShopSettings['boleta']
	readonly usuario: CurrentUser
	readonly request: PlaceOrderRequest
	readonly checked: CheckedOrder
	readonly totals: Totals
	readonly lines: readonly OrderLine[]
	/** Whom its document names; null: nobody. */
	readonly receptor: Receptor | null
	readonly name: RequestName | undefined
	/** The network that it is counted with while it is unpaid; null: it is not. */
	readonly red: string | null
}

/** An order that was written, and whether its mail was: an address that nobody has proved gets few. */
export interface WrittenOrder {
	readonly order: OrderRow
	readonly isMailed: boolean
}

/** The number before the first order's. */
const numberBeforeFirst = 1000

/**
 * Locks the orders' numbers until `tx` ends, and returns whether `name` is that of an order already. The caller holds the account's lock,
 * so that no request of the same name is under way. Taken after everything that may refuse the order: a refused order uses no number.
 */
export async function lockNumbers(tx: Transaction, name: RequestName | undefined): Promise<boolean> {
	const { usuario_id, clave } = clavesIdempotencia
	const isIt = name && and(eq(usuario_id, name.usuario_id), eq(clave, name.clave))
	const isAnswered = isIt ? exists(tx.select({ one: sql`1` }).from(clavesIdempotencia).where(isIt)) : sql`false`
	const { rows } = await tx.execute<{ answered: boolean }>(sql`select ${numbersLock}, ${isAnswered} as answered`)
	return rows[0]?.answered === true
}

/**
 * Writes an order in one statement: its row with the next number, lines, units and their ledger, whom its document names, the audit log,
 * the key that names it and the mail that tells of it, whose job is the caller's to add. The caller holds its products and the numbers.
 */
export async function writeOrder(tx: Transaction, parts: OrderToWrite): Promise<WrittenOrder> {
	const { id, usuario, name, receptor } = parts
	const row = rowOf(parts)
	const order = {
		...row,
		entrega_liberada: null,
		cancelada_por: null,
		pagado_a_mano: null,
		deshacer: null,
		comprobante_rechazado: null,
		version: 1,
	}
	const written = rowWritten(tx, row)
	const entry = { tipo: 'orden', ref: id, usuario_id: usuario.id, accion: 'creada', campo: 'estado' } as const
	const audit = tx.$with('bitacora').as(
		tx
			.insert(auditoria)
			.values({ ...entry, despues: row.estado })
			.returning({ id: auditoria.id }),
	)
	const key = name && [
		tx.$with('clave').as(
			tx
				.insert(clavesIdempotencia)
				.values({ ...name, orden_id: id })
				.returning({ clave: clavesIdempotencia.clave }),
		),
	]
	const named = receptor && [
		tx.$with('nombrado').as(
			tx
				.insert(receptores)
				.values({ ...receptor, orden_id: id })
				.returning({ rut: receptores.rut }),
		),
	]
	const mail = mailWritten(tx, parts.mailId, orderReceivedMail(order, parts.lines.map(mailLine)))
	const [result] = await tx
		.with(written, audit, ...(key ?? []), ...(named ?? []), mail, ...linesWritten(tx, parts))
		.select({
			nro_orden: written.nro_orden,
			isMailed: sql<boolean>`exists (select 1 from ${mail})`,
			notice: catalogChangeNotice,
			// The column's own sequence follows, for whatever writes an order without a number.
			sequence: sql`setval(pg_get_serial_sequence('ordenes', 'nro_orden'), ${written.nro_orden})`,
		})
		.from(written)
	if (!result) throw new Error('the order was not written')
	return { order: { ...order, nro_orden: result.nro_orden }, isMailed: result.isMailed }
}

/**
 * The order's row with the next number, as a part of the statement: one more than the highest, or than the sequence where a restore has
 * moved it ahead, past the numbers of the orders that are lost. An order that is rolled back moves it by one only.
 */
function rowWritten(tx: Transaction, row: ReturnType<typeof rowOf>) {
	const nro_orden = sql<number>`(select case when moved - highest >= ${numbersLeftOut}::int then moved else highest end + 1
		from (select coalesce(max(nro_orden), ${numberBeforeFirst}::int) as highest,
			coalesce(pg_sequence_last_value(pg_get_serial_sequence('ordenes', 'nro_orden')::regclass), 0)::int as moved
			from ordenes) as numbers)`
	return tx.$with('escrita').as(
		tx
			.insert(ordenes)
			.overridingSystemValue()
			.values({ ...row, nro_orden })
			.returning({ nro_orden: ordenes.nro_orden }),
	)
}

/** The order's lines, its units taken out of stock and their ledger, as parts of the statement. */
function linesWritten(tx: Transaction, { id, lines }: OrderToWrite) {
	const rows = tx.insert(ordenLineas).values(linesOf(id, lines)).returning({ posicion: ordenLineas.posicion })
	const moves = stockMoves(tx, { orderId: id, motivo: 'venta', units: unitsOf(lines) })
	return [tx.$with('lineas').as(rows), ...moves] as const
}

/** The mail's row as a part of the statement that numbers its order. */
function mailWritten(tx: Transaction, id: string, mail: MailToEnqueue) {
	const number: SQL = sql`(select jsonb_build_object('nro_orden', nro_orden) from ${sql.identifier('escrita')})`
	return tx.$with('correo').as(
		tx
			.insert(correos)
			.select(mailRow(id, mail, number))
			.returning({ id: correos.id }),
	)
}

export const unitsOf = (lines: readonly OrderLine[]): UnitsOfProduct[] =>
	lines.map(({ product: { id, color }, cantidad }) => ({ producto_id: id, color, cantidad }))

const mailLine = ({ product: { nombre, color }, precio, cantidad }: OrderLine) => ({
	nombre,
	color,
	precio,
	cantidad,
	imagen: bottlePicture(color),
})

/** Nothing has to be paid for a total of 0: such an order is `pagada` at once. */
function rowOf({ id, now, settings, boleta, usuario, request, checked, totals, red }: OrderToWrite) {
	const { delivery, cupon, telefono } = checked
	const isFree = totals.total === 0
	const estado = isFree ? ('pagada' as const) : ('pendiente' as const)
	const isAnnounced = isSale({ estado, metodo_pago: request.metodo_pago }) && !waitsForSummary(settings)
	return {
		id,
		user: usuario.id,
		nombre: `${usuario.first_name} ${usuario.last_name}`.trim(),
		email: usuario.email,
		estado,
		metodo_pago: request.metodo_pago,
		...totals,
		cupon,
		telefono,
		...delivery,
		stock_tomado: true,
		// Nobody knows how far it goes: staff look at it before it is brought.
		atencion: delivery.despacho_sin_medir ? ('despacho_sin_medir' as const) : null,
		entrega_detenida: delivery.despacho_sin_medir,
		boleta_modelo: boleta?.modelo ?? null,
		boleta_momento: boleta?.momento ?? null,
		...promisesOf(checked, settings),
		expires_at: isFree ? null : holdUntil(request.metodo_pago, now, settings),
		pagada_at: isFree ? now : null,
		avisada_at: isAnnounced ? now : null,
		red,
		created_at: now,
	} satisfies typeof ordenes.$inferInsert
}

/** What the customer was promised before paying, as it stays with the order whatever the owner sets later. */
function promisesOf({ delivery }: CheckedOrder, settings: Settings) {
	const isPickup = delivery.tipo_entrega === 'retiro'
	return {
		estacion_retiro: isPickup ? settings.retiro_estacion : null,
		horario_retiro: isPickup ? pickupHours(settings.retiro_horario, settings.retiro_aviso) : null,
		plazo_entrega: delivery.despacho_sin_medir ? null : settings.plazo_entrega,
	}
}

function linesOf(orderId: string, lines: readonly OrderLine[]) {
	return lines.map(({ product, cantidad, precio }, posicion) => ({
		orden_id: orderId,
		posicion,
		producto_id: product.id,
		nombre: product.nombre,
		sku: product.sku,
		color: product.color,
		imagen: bottlePicture(product.color),
		precio,
		cantidad,
	}))
}
