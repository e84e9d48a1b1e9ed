import { and, eq, inArray, isNotNull, lt, not, sql } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { wrongRutText } from '#core/rules/person-data.ts'
import { taxDocumentYears } from '#core/rules/retention.ts'
import type { Database, Queryable, Transaction } from '#core/server/db/database.ts'
import { usuarios } from '#core/server/users/tables.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import type { PlacedOrder, PricedOrder, PurgeDeps } from '#modules/lists/context.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { formatosDocumento } from '#modules/tax-documents/document-text.ts'
import {
	cleanComprador,
	cleanFactura,
	compradorProblems,
	facturaProblems,
	type ReceptorProblems,
} from '#modules/tax-documents/receptor.ts'
import { documentKey } from '#modules/tax-documents/server/documents.ts'
import { uf135Of } from '#modules/tax-documents/server/tax-variables.ts'
import type { ReceptorAnswer } from '#modules/tax-documents/shapes.ts'
import { documentosTributarios, type ReceptorRow, receptores } from '#modules/tax-documents/tables.ts'
import type { Receptor } from '#modules/tax-documents/tax-document.ts'

/** Fails with `rut_invalido` and `factura_incompleta`, which name the field in `campo`. */
export const facturaProblem = ({ factura }: PlaceOrderRequest): Failure | undefined =>
	factura && refusalOf(facturaProblems(factura), 'factura_incompleta')

/**
 * The recipient of the tax document of an order over `total` CLP; null for an anonymous boleta. Above `uf135` the law
 * requires the buyer's name: fails with `rut_requerido` and `rut_invalido`. Below it, no data of the buyer is stored.
 */
function chooseReceptor(
	{ factura, comprador }: PlaceOrderRequest,
	total: number,
	uf135: number,
): Omit<ReceptorRow, 'orden_id'> | null | Failure {
	if (factura) return { tipo: 33, ...cleanFactura(factura) }
	if (total <= uf135) return null
	if (!comprador) return fail('rut_requerido', { extra: { campo: 'rut' } })
	const refusal = refusalOf(compradorProblems(comprador), 'rut_requerido')
	if (refusal) return refusal
	const { rut, nombre } = cleanComprador(comprador)
	return { tipo: 39, rut, razon_social: nombre, giro: null, direccion: null, comuna: null }
}

/** The first invalid field; an invalid RUT has a code of its own. */
function refusalOf(problems: ReceptorProblems, code: 'factura_incompleta' | 'rut_requerido'): Failure | undefined {
	const [first] = Object.entries(problems)
	if (!first) return undefined
	const [campo, text] = first
	return fail(text === wrongRutText ? 'rut_invalido' : code, { text, extra: { campo } })
}

/** Refuses an order without the buyer that its total requires. Stores a factura's recipient for the next checkout. */
export async function keepFactura(
	tx: Transaction,
	{ settings, user, request, total }: PricedOrder,
): Promise<Failure | undefined> {
	const receptor = chooseReceptor(request, total, uf135Of(settings))
	if (isFailure(receptor)) return receptor
	if (request.factura && user !== null) {
		await tx
			.update(usuarios)
			.set({ factura: cleanFactura(request.factura) })
			.where(eq(usuarios.id, user))
	}
	return undefined
}

/** The recipient of the account's last factura; null without one. */
export async function readSavedFactura(db: Queryable, accountId: number) {
	const [account] = await db.select({ factura: usuarios.factura }).from(usuarios).where(eq(usuarios.id, accountId))
	return account?.factura ?? null
}

/** `null` forgets the recipient of the account's last factura. */
export const savedFacturaChange = ({ factura }: { readonly factura?: null | undefined }) =>
	factura === undefined ? {} : { factura }

/** Freezes the recipient of a new order's document. */
export async function storeReceptor(tx: Transaction, { order, settings, request }: PlacedOrder): Promise<void> {
	const receptor = chooseReceptor(request, order.total, uf135Of(settings))
	if (receptor && !isFailure(receptor)) await tx.insert(receptores).values({ ...receptor, orden_id: order.id })
}

/** The recipient of an order's document, frozen when it was placed; undefined for an anonymous boleta. */
export async function readReceptor(db: Queryable, orderId: string): Promise<ReceptorRow | undefined> {
	const [row] = await db.select().from(receptores).where(eq(receptores.orden_id, orderId))
	return row
}

/** The recipients of orders' documents, as customers and staff see them, in one query. */
export async function readReceptors(_deps: unknown, db: Queryable, orders: readonly Pick<OrderRow, 'id'>[]) {
	const ids = orders.map(({ id }) => id)
	const rows = await db.select().from(receptores).where(inArray(receptores.orden_id, ids))
	const byOrder = new Map(rows.map(({ orden_id, busqueda: _search, ...receptor }) => [orden_id, receptor]))
	return ({ id }: Pick<OrderRow, 'id'>): ReceptorAnswer | null => byOrder.get(id) ?? null
}

/** A gateway's receipt is the boleta, unless that names its buyer: its credit note is made by hand. */
export async function noteByHand(tx: Transaction, { id, boleta_modelo }: OrderRow) {
	return boleta_modelo === 'no_emito' && !(await readReceptor(tx, id)) ? 'nota_credito_manual' : undefined
}

/** The recipient's fields on a document. */
export function toReceptor({ rut, razon_social, giro, direccion, comuna }: ReceptorRow): Receptor {
	return {
		rut,
		razon_social,
		...(giro === null ? {} : { giro }),
		...(direccion === null ? {} : { direccion }),
		...(comuna === null ? {} : { comuna }),
	}
}

/** SQL condition: the order has or will have a tax document that names its recipient. */
const isOfSale = sql`exists (select 1 from ${ordenes} where ${ordenes.id} = ${receptores.orden_id}
	and (${ordenes.pagada_at} is not null or ${ordenes.estado} = 'completado' or exists (
		select 1 from ${documentosTributarios} where ${documentosTributarios.orden_id} = ${ordenes.id})))`

/** Deletes the recipients of orders without a sale; those of a document stay for the tax authority's term. */
export async function forgetRecipients(_deps: PurgeDeps, tx: Transaction, orderIds: string[]): Promise<void> {
	await tx.delete(receptores).where(and(inArray(receptores.orden_id, orderIds), not(isOfSale)))
}

/**
 * Deletes recipients and copies of deleted accounts' documents after the legal retention. Files are deleted before the
 * commit: after a failure it is retried. A daily job.
 */
export async function purgeRecipients(deps: PurgeDeps & { readonly db: Database }): Promise<void> {
	const end = deps.clock.now()
	end.setUTCFullYear(end.getUTCFullYear() - taxDocumentYears)
	const { id, orden_id, emitida_at } = documentosTributarios
	const lastDay = sql`coalesce((select max(${emitida_at}) from ${documentosTributarios}
		where ${orden_id} = ${ordenes.id}), ${ordenes.created_at})`
	await deps.db.transaction(async (tx) => {
		const old = tx
			.select({ id: ordenes.id })
			.from(ordenes)
			.innerJoin(usuarios, eq(usuarios.id, ordenes.user))
			.where(and(isNotNull(usuarios.deleted_at), lt(lastDay, end)))
		const gone = await tx
			.delete(receptores)
			.where(inArray(receptores.orden_id, old))
			.returning({ orden_id: receptores.orden_id })
		if (gone.length === 0) return
		const orders = gone.map((receptor) => receptor.orden_id)
		const documents = await tx.select({ id }).from(documentosTributarios).where(inArray(orden_id, orders))
		for (const document of documents) {
			for (const formato of formatosDocumento) await deps.files.delete(documentKey(document.id, formato))
		}
	})
}
