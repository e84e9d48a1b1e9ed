import { and, asc, count, eq, gte, inArray, isNotNull, lte, ne, notInArray } from 'drizzle-orm'
import { dayIn } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import { pagos } from '#modules/orders/payment-tables.ts'
import { mailStaffCase } from '#modules/orders/server/order-mails.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import { type OrderRow, ordenes, ordenLineas } from '#modules/orders/tables.ts'
import { documentTitle } from '#modules/tax-documents/document-text.ts'
import { heldUntil, isUnknownForGood, nextStatusAt, retryAt } from '#modules/tax-documents/plan-documents.ts'
import { readReceptor, toReceptor } from '#modules/tax-documents/server/receptor.ts'
import type { EmitResult, TaxDocuments } from '#modules/tax-documents/server/tax-documents-port.ts'
import { mailDocumentEmitted } from '#modules/tax-documents/server/tax-mails.ts'
import type { TaxContext } from '#modules/tax-documents/server/tax-setup.ts'
import { documentosTributarios, type TaxDocumentRow } from '#modules/tax-documents/tables.ts'
import {
	amountsOf,
	type MedioPagoSii,
	type TaxDocument,
	type TipoDocumento,
} from '#modules/tax-documents/tax-document.ts'

const { id, estado, intentar_at } = documentosTributarios
const isWaiting = (row: Pick<TaxDocumentRow, 'id'>) => and(eq(id, row.id), eq(estado, 'por_emitir'))

/**
 * Emits a due document. Idempotent: its id is the provider's key, one process sends at a time, and an unknown result
 * needs a review. A 61 waits until the annulled document was accepted.
 */
export async function emitDocument(deps: TaxContext, provider: TaxDocuments, documentId: string): Promise<void> {
	const claimed = await claim(deps, documentId)
	if (!claimed) return
	if (claimed.isOver) {
		await handToStaff(deps, claimed.row, 'El proveedor no respondió durante 24 horas: puede haberlo emitido.')
		return
	}
	const { row, before } = claimed
	const document = await buildDocument(deps.db, row, row.fecha ?? dayIn(deps.clock.now()))
	if (!document) throw new Error(`document ${row.id} annuls nothing`)
	const result = await provider.emit(document)
	await writeResult(deps, row, before, result)
}

/** A claimed document, and since when it may have been made before. */
interface Claim {
	readonly row: TaxDocumentRow
	readonly before: Date | null
	/** Its result can no longer be determined. */
	readonly isOver: boolean
}

/** Claims a due document, and stores that it may be made from now on. */
async function claim(deps: TaxContext, documentId: string): Promise<Claim | undefined> {
	const now = deps.clock.now()
	return await deps.db.transaction(async (tx) => {
		const [row] = await tx
			.select()
			.from(documentosTributarios)
			.where(and(eq(id, documentId), eq(estado, 'por_emitir'), lte(intentar_at, now)))
			.for('update')
		if (!row) return undefined
		if (row.tipo === 61 && (await readAnnulled(tx, row))?.estado !== 'aceptada') {
			await tx
				.update(documentosTributarios)
				.set({ intentar_at: nextStatusAt(now) })
				.where(eq(id, row.id))
			return undefined
		}
		if (row.incierta_desde && isUnknownForGood(row.incierta_desde, now)) {
			return { row, before: row.incierta_desde, isOver: true }
		}
		const claimed = {
			// A document that was surely never made gets the current day.
			fecha: row.incierta_desde && row.fecha ? row.fecha : dayIn(now),
			incierta_desde: row.incierta_desde ?? now,
			intentos: row.intentos + 1,
			primer_intento_at: row.primer_intento_at ?? now,
			ultimo_intento_at: now,
			intentar_at: heldUntil(now),
		}
		await tx.update(documentosTributarios).set(claimed).where(eq(id, row.id))
		return { row: { ...row, ...claimed }, before: row.incierta_desde, isOver: false }
	})
}

/** Stores the provider's answer unless another process wrote meanwhile. */
async function writeResult(
	deps: TaxContext,
	row: TaxDocumentRow,
	before: Date | null,
	result: EmitResult,
): Promise<void> {
	const now = deps.clock.now()
	if (result.kind === 'emitted') return await writeEmitted(deps, row, result)
	deps.log.warn({ documento_id: row.id, respuesta: result }, 'a tax document was not emitted')
	if (result.kind === 'refused') {
		await handToStaff(deps, row, `${result.code}: ${result.reason}`)
		return
	}
	const wait = result.kind === 'rate_limited' ? result.retryAfterSeconds : undefined
	const isUnsure = result.kind === 'unknown' && !result.didNothing
	await deps.db
		.update(documentosTributarios)
		.set({ incierta_desde: isUnsure ? row.incierta_desde : before, intentar_at: retryAt(now, Math.random(), wait) })
		.where(isWaiting(row))
	if (result.kind === 'no_folios') await warnOfFolios(deps, row.tipo, 0)
}

async function writeEmitted(
	deps: TaxContext,
	row: TaxDocumentRow,
	{ folio, token, warnings }: Extract<EmitResult, { kind: 'emitted' }>,
): Promise<void> {
	const now = deps.clock.now()
	if (warnings.length > 0) deps.log.warn({ documento_id: row.id, folio, warnings }, 'a tax document has remarks')
	const isTaken = and(eq(documentosTributarios.tipo, row.tipo), eq(documentosTributarios.folio, folio), ne(id, row.id))
	const taken = await deps.db.select({ id }).from(documentosTributarios).where(isTaken).limit(1)
	if (taken.length > 0) {
		await handToStaff(deps, row, `El proveedor respondió el folio ${folio}, que es de otro documento.`)
		return
	}
	await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, row.orden_id)
		const emitted = { estado: 'emitida', folio, token, emitida_at: now, incierta_desde: null, motivo: null } as const
		const written = await tx
			.update(documentosTributarios)
			.set({ ...emitted, intentar_at: nextStatusAt(now) })
			.where(isWaiting(row))
			.returning({ id })
		if (written.length > 0 && order) await mailDocumentEmitted(deps, tx, order, { ...row, folio })
	})
}

/** Returns the document to send, equal at every try; undefined for a 61 whose document was never made. */
async function buildDocument(db: Queryable, row: TaxDocumentRow, fecha: string): Promise<TaxDocument | undefined> {
	const [order] = await db.select().from(ordenes).where(eq(ordenes.id, row.orden_id))
	if (!order) throw new Error(`document ${row.id} has no order`)
	const lines = await db
		.select({ nombre: ordenLineas.nombre, cantidad: ordenLineas.cantidad, precio: ordenLineas.precio })
		.from(ordenLineas)
		.where(eq(ordenLineas.orden_id, order.id))
		.orderBy(asc(ordenLineas.posicion))
	const receptor = await readReceptor(db, order.id)
	const document = {
		id: row.id,
		tipo: row.tipo,
		fecha,
		receptor: receptor ? toReceptor(receptor) : null,
		medio_pago: await meansOf(db, order),
		...amountsOf({ lines, despacho: order.despacho }, row.monto),
	}
	if (row.tipo !== 61) return { ...document, referencia: null }
	const annulled = await readAnnulled(db, row)
	if (!annulled || annulled.tipo === 61 || annulled.folio === null || annulled.fecha === null) return undefined
	const { tipo, folio, fecha: itsDate } = annulled
	return { ...document, referencia: { tipo, folio, fecha: itsDate, motivo: 'Anula documento' } }
}

async function readAnnulled(db: Queryable, row: TaxDocumentRow): Promise<TaxDocumentRow | undefined> {
	const { orden_id, secuencia } = documentosTributarios
	const rows = await db
		.select()
		.from(documentosTributarios)
		.where(and(eq(orden_id, row.orden_id), eq(secuencia, row.secuencia)))
	return rows.find(({ tipo }) => tipo !== 61)
}

/** A gateway's payment is electronic; any other was cash or a transfer. */
async function meansOf(db: Queryable, order: OrderRow): Promise<MedioPagoSii> {
	const isApplied = and(eq(pagos.orden_id, order.id), eq(pagos.destino, 'aplicado'))
	const paid = await db.select({ id: pagos.pago_id }).from(pagos).where(isApplied).limit(1)
	if (paid.length > 0) return 2
	return order.metodo_pago === 'efectivo' ? 1 : 3
}

const ends = { rechazada: 'documento_rechazado', por_revisar: 'documento_por_revisar' } as const

/**
 * Marks the tax document for manual review: nothing of it is sent automatically any more. Its waiting 61 is deleted, as
 * nothing is left to annul.
 */
export async function handToStaff(
	deps: TaxContext,
	row: TaxDocumentRow,
	motivo: string,
	estado: keyof typeof ends = 'por_revisar',
): Promise<void> {
	const { id, orden_id, tipo, secuencia, estado: state, intentos } = documentosTributarios
	await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, row.orden_id)
		const isOpen = and(eq(id, row.id), notInArray(state, ['aceptada', 'rechazada', 'por_revisar']))
		const written = await tx
			.update(documentosTributarios)
			.set({ estado, motivo: motivo.slice(0, 1000), intentar_at: null })
			.where(isOpen)
			.returning({ id })
		if (!order || written.length === 0) return
		if (estado === 'rechazada' && row.tipo !== 61) {
			const isOfRejected = and(eq(orden_id, row.orden_id), eq(secuencia, row.secuencia), eq(tipo, 61))
			await tx.delete(documentosTributarios).where(and(isOfRejected, eq(intentos, 0)))
		}
		const atencion = ends[estado]
		await tx.update(ordenes).set({ atencion }).where(eq(ordenes.id, order.id))
		await writeAudit(tx, {
			tipo: 'orden',
			ref: order.id,
			usuario_id: null,
			accion: atencion,
			detalle: documentTitle(row),
		})
		await mailStaffCase(deps, tx, order, { motivo: atencion, cual: `${row.id}:${row.intentos}` })
	})
}

/** Staff are warned below this number, however little is sold. */
const fewFolios = 20

/** Warns staff that the folios of a type run out. Once per day and type. */
async function warnOfFolios(deps: TaxContext, tipo: TipoDocumento, quedan: number): Promise<void> {
	const clave = `folios_bajos:${tipo}:${dayIn(deps.clock.now())}${quedan === 0 ? ':agotados' : ''}`
	const datos = { tipo, quedan }
	await deps.db.transaction((tx) => notifyStaff(deps, tx, { clave, plantilla: 'folios_bajos', datos }))
}

/** Reads the folios left, and warns staff of a type with fewer than 20, or than a week's documents. */
export async function watchFolios(deps: TaxContext, provider: TaxDocuments): Promise<void> {
	const answer = await provider.folios()
	if (answer.kind !== 'folios') return
	const weekAgo = new Date(deps.clock.now().getTime() - 7 * 86_400_000)
	const { tipo, emitida_at } = documentosTributarios
	const used = await deps.db
		.select({ tipo, usados: count() })
		.from(documentosTributarios)
		.where(and(isNotNull(emitida_at), gte(emitida_at, weekAgo), inArray(tipo, [...answer.remaining.keys()])))
		.groupBy(tipo)
	for (const [kind, left] of answer.remaining) {
		const week = used.find((one) => one.tipo === kind)?.usados ?? 0
		if (left < Math.max(fewFolios, week)) await warnOfFolios(deps, kind, left)
	}
}
