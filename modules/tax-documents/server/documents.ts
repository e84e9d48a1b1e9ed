import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm'
import { z } from 'zod'
import { addressOf } from '#core/contract/endpoint.ts'
import type { Queryable } from '#core/server/db/database.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Signer } from '#core/server/platform/signing.ts'
import { showDocument } from '#modules/orders/endpoints.ts'
import { formatosDocumento } from '#modules/tax-documents/document-file.ts'
import type { DocumentFormat } from '#modules/tax-documents/server/tax-documents-port.ts'
import type { StaffDocument } from '#modules/tax-documents/shapes.ts'
import { documentosTributarios, type TaxDocumentRow } from '#modules/tax-documents/tables.ts'
import type { TipoVenta } from '#modules/tax-documents/tax-document.ts'

const purpose = 'documento'

/** Lifetime of a link to a document: with an order as a proof's, in a mail as its order's page. Minutes. */
const linkMinutes = { pagina: 60, correo: 365 * 24 * 60 } as const

export interface DocumentLinkDeps {
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

/** Reads the documents of orders as staff see them, oldest first, in one query, grouped by order. */
export async function readDocuments(deps: DocumentLinkDeps, db: Queryable, orderIds: readonly string[]) {
	const { orden_id, created_at, secuencia, tipo } = documentosTributarios
	const rows = await db
		.select()
		.from(documentosTributarios)
		.where(inArray(orden_id, [...orderIds]))
		.orderBy(asc(created_at), asc(secuencia), asc(tipo))
	const byOrder = Map.groupBy(rows, (row) => row.orden_id)
	return (id: string): StaffDocument[] => (byOrder.get(id) ?? []).map((row) => toDocument(deps, row))
}

/** A document's fields for its customer. */
export function forCustomer({ xml: _, motivo: __, ...document }: StaffDocument) {
	return document
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
