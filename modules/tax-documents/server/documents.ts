import { and, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { addressOf } from '#core/contract/endpoint.ts'
import { formatClp } from '#core/rules/money.ts'
import type { Queryable } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import { hasWords } from '#core/server/lists/list-page.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Signer } from '#core/server/platform/secrets.ts'
import type { WatchEffects } from '#modules/orders/server/read-parts.ts'
import { type Finder, mostFound } from '#modules/orders/staff/server/finder.ts'
import { type OrderRow, ordenes } from '#modules/orders/tables.ts'
import { documentName, formatosDocumento } from '#modules/tax-documents/document-text.ts'
import { showDocument } from '#modules/tax-documents/endpoints.ts'
import { isLost } from '#modules/tax-documents/hand-document.ts'
import type { DocumentFormat, TaxSetup } from '#modules/tax-documents/server/tax-documents-port.ts'
import type { OrderDocument, StaffDocument } from '#modules/tax-documents/shapes.ts'
import { documentosTributarios, receptores, type TaxDocumentRow } from '#modules/tax-documents/tables.ts'
import { type EstadoDocumento, type TipoVenta, tiposDocumento } from '#modules/tax-documents/tax-document.ts'

const purpose = 'documento'

/** Lifetime of a link to a document: with an order as a proof's, in a mail as its order's page. Minutes. */
const linkMinutes = { pagina: 60, correo: 365 * 24 * 60 } as const

interface DocumentLinkDeps {
	readonly signer: Signer
	readonly clock: Clock
}

const linked = z.object({ id: z.uuid(), formato: z.enum(formatosDocumento), desde: z.enum(['pagina', 'correo']) })

/** The path of a document's file with a bearer token. */
export function documentLink(
	{ signer, clock }: DocumentLinkDeps,
	id: string,
	formato: DocumentFormat = 'pdf',
	desde: keyof typeof linkMinutes = 'pagina',
): string {
	const expires = new Date(clock.now().getTime() + linkMinutes[desde] * 60_000)
	return addressOf(showDocument, { params: { token: signer.sign(purpose, { id, formato, desde }, expires) } })
}

/** The document of a link; undefined when it is altered or expired. */
export function readDocumentLink(deps: DocumentLinkDeps, token: string) {
	return linked.safeParse(deps.signer.verify(purpose, token, deps.clock.now())).data
}

/** Reads the documents of orders as staff see them, oldest first, in one query. */
export async function readDocuments(deps: DocumentLinkDeps, db: Queryable, orders: readonly Pick<OrderRow, 'id'>[]) {
	const { orden_id, created_at, secuencia, tipo } = documentosTributarios
	const ids = orders.map(({ id }) => id)
	const rows = await db
		.select()
		.from(documentosTributarios)
		.where(inArray(orden_id, ids))
		.orderBy(asc(created_at), asc(secuencia), asc(tipo))
	const byOrder = Map.groupBy(rows, (row) => row.orden_id)
	return ({ id }: Pick<OrderRow, 'id'>): StaffDocument[] => (byOrder.get(id) ?? []).map((row) => toDocument(deps, row))
}

/** Reads the documents of orders as their customer sees them. */
export async function readOwnDocuments(...read: Parameters<typeof readDocuments>) {
	const documentsOf = await readDocuments(...read)
	return (order: Pick<OrderRow, 'id'>): OrderDocument[] =>
		documentsOf(order).map(({ xml: _, motivo: __, ...document }) => document)
}

/** Whether staff may record a document of each order. */
export async function readHandDocuments(_deps: unknown, db: Queryable, orders: readonly OrderRow[]) {
	const { orden_id, estado, folio } = documentosTributarios
	const ids = orders.map(({ id }) => id)
	const rows = await db.select({ orden_id, estado, folio }).from(documentosTributarios).where(inArray(orden_id, ids))
	const lost = new Set(rows.filter(isLost).map((row) => row.orden_id))
	return ({ id, boleta_modelo }: OrderRow): boolean => boleta_modelo === null || lost.has(id)
}

/** SQL condition: the order has a document in this state. */
export function withDocument(_db: Queryable, estado: EstadoDocumento): SQL {
	const { orden_id } = documentosTributarios
	return sql`${ordenes.id} in (select ${orden_id} from ${documentosTributarios} where ${eq(documentosTributarios.estado, estado)})`
}

/** The documents that a change of an order makes due, or no longer due. */
export const watchDocuments: WatchEffects = async (tx, { id: orderId }) => {
	const { id, tipo, monto, orden_id } = documentosTributarios
	const read = () => tx.select({ id, tipo, monto }).from(documentosTributarios).where(eq(orden_id, orderId))
	type Planned = Awaited<ReturnType<typeof read>>
	const text = (one: Planned[number]) => `${documentName[one.tipo].toLowerCase()} por ${formatClp(one.monto)}`
	const without = (all: Planned, others: Planned) => all.filter((one) => !others.some((other) => other.id === one.id))
	const before = await read()
	return async () => {
		const after = await read()
		return [
			...without(before, after).map((one) => `Ya no se emite la ${text(one)} que estaba por salir.`),
			...without(after, before).map((one) => `Se emite una ${text(one)}.`),
		]
	}
}

function toDocument(deps: DocumentLinkDeps, row: TaxDocumentRow): StaffDocument {
	const { id, tipo, folio, estado, monto, motivo } = row
	const link = (formato: DocumentFormat) => (folio === null ? null : documentLink(deps, id, formato))
	const created_at = row.created_at.toISOString()
	return {
		id,
		tipo,
		folio,
		estado,
		monto,
		created_at,
		url: link('pdf'),
		xml: row.token === null ? null : link('xml'),
		motivo,
	}
}

export async function findDocument(db: Queryable, id: string): Promise<TaxDocumentRow | undefined> {
	const [row] = await db.select().from(documentosTributarios).where(eq(documentosTributarios.id, id))
	return row
}

/** The type of the newest tax document of an order's sale; null without one. */
export async function readSaleDocument(db: Queryable, orderId: string): Promise<TipoVenta | null> {
	const { tipo, orden_id, secuencia } = documentosTributarios
	const [newest] = await db
		.select({ tipo })
		.from(documentosTributarios)
		.where(and(eq(orden_id, orderId), ne(tipo, 61)))
		.orderBy(desc(secuencia))
		.limit(1)
	if (!newest) return null
	return newest.tipo === 33 ? 33 : 39
}

export interface DocumentFileDeps {
	readonly files: Files
	readonly tax: TaxSetup | undefined
}

export const contentTypes: Readonly<Record<DocumentFormat, string>> = {
	pdf: 'application/pdf',
	xml: 'application/xml',
}

/** The file key of the shop's own copy of a document. */
export const documentKey = (id: string, format: DocumentFormat) => `documentos/${id}.${format}`

/** The shop's copy, or the provider's, which is stored once accepted (six years by law); undefined without either. */
export async function readDocumentFile(
	{ files, tax }: DocumentFileDeps,
	{ id, tipo, folio, token, estado }: TaxDocumentRow,
	format: DocumentFormat,
): Promise<Uint8Array | undefined> {
	if (folio === null) return undefined
	const stored = await files.get(documentKey(id, format))
	// Without a token no provider made it: staff recorded it, with its PDF.
	if (stored || token === null) return stored
	const answer = await tax?.provider.file({ tipo, folio, token }, format)
	if (answer?.kind !== 'file') return undefined
	if (estado === 'aceptada') await files.put(documentKey(id, format), answer.bytes, contentTypes[format])
	return answer.bytes
}

const hasFolio = (wanted: number) =>
	and(inArray(documentosTributarios.tipo, [...tiposDocumento]), eq(documentosTributarios.folio, wanted))

export const folioFinder: Finder<number> = {
	orders: (db, wanted) =>
		db.select({ id: documentosTributarios.orden_id }).from(documentosTributarios).where(hasFolio(wanted)),
	async find(db, wanted) {
		const { orden_id, tipo } = documentosTributarios
		const rows = await db
			.select({ nro_orden: ordenes.nro_orden, tipo })
			.from(documentosTributarios)
			.innerJoin(ordenes, eq(ordenes.id, orden_id))
			.where(hasFolio(wanted))
			.orderBy(desc(ordenes.nro_orden))
			.limit(mostFound)
		return rows.map(({ nro_orden, tipo: kind }) => ({ nro_orden, documento: { tipo: kind, folio: wanted } }))
	},
}

/** Finds orders by the recipient of their factura, or of their boleta above 135 UF. */
const receptorFinder = (where: (typed: string) => SQL): Finder<string> => ({
	orders: (db, typed) => db.select({ id: receptores.orden_id }).from(receptores).where(where(typed)),
	find(db, typed) {
		const { orden_id, rut, razon_social } = receptores
		return db
			.select({ nro_orden: ordenes.nro_orden, receptor: { rut, razon_social } })
			.from(receptores)
			.innerJoin(ordenes, eq(ordenes.id, orden_id))
			.where(where(typed))
			.orderBy(desc(ordenes.nro_orden))
			.limit(mostFound)
	},
})

export const rutFinder = receptorFinder((known) => eq(receptores.rut, known))

export const companyFinder = receptorFinder((words) => hasWords(receptores.busqueda, words))
