import { setTimeout } from 'node:timers/promises'
import { and, asc, count, eq, gte, inArray, isNotNull, lte, ne, not, notInArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { dayIn } from '#core/rules/times.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Queryable } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import { notifyStaff } from '#core/server/mail/enqueue-mail.ts'
import type { Context } from '#modules/lists/context.ts'
import { pagos } from '#modules/orders/payment-tables.ts'
import { mailStaffCase } from '#modules/orders/server/order-mails.ts'
import { lockOrder } from '#modules/orders/server/transition-order.ts'
import { ordenes, ordenLineas } from '#modules/orders/tables.ts'
import { documentTitle, formatosDocumento } from '#modules/tax-documents/document-text.ts'
import { heldUntil, isUnknownForGood, nextStatusAt, retryAt } from '#modules/tax-documents/plan-documents.ts'
import { readDocumentFile } from '#modules/tax-documents/server/documents.ts'
import { readReceptor, toReceptor } from '#modules/tax-documents/server/receptor.ts'
import type { TaxDocuments, TaxSetup } from '#modules/tax-documents/server/tax-documents-port.ts'
import { mailDocumentEmitted } from '#modules/tax-documents/server/tax-mails.ts'
import { documentosTributarios, type TaxDocumentRow } from '#modules/tax-documents/tables.ts'
import { amountsOf, type TaxDocument, type TipoDocumento } from '#modules/tax-documents/tax-document.ts'

/** Dependencies of the jobs of tax documents; `tax` undefined: the shop emits none. */
export interface TaxContext extends Pick<Context, 'db' | 'clock' | 'mail' | 'jobs' | 'hooks' | 'log'> {
	readonly tax: TaxSetup | undefined
	readonly files: Files
}

const { id, orden_id, tipo, secuencia, folio, estado, intentos, intentar_at, created_at, emitida_at } =
	documentosTributarios

/** Documents within a minute's call budget, less one call for the folios. */
const batchSize = 90
/** The minimum of polled documents, however many wait to be emitted: those that fail must not block the others. */
const minPolled = 30

/**
 * Processes one batch of due tax documents: waiting ones first, the oldest first, then emitted ones to poll. None when
 * the shop emits none. A failing one delays no other.
 */
export async function runDocumentBatch(deps: TaxContext): Promise<void> {
	const { db, tax } = deps
	if (!tax) return
	const now = deps.clock.now()
	const readDue = (which: SQL | undefined) =>
		db
			.select({ id, estado })
			.from(documentosTributarios)
			.where(and(lte(intentar_at, now), which))
			.orderBy(asc(created_at))
			.limit(batchSize)
	// The acceptance of its sale's document sends a 61.
	const sale = alias(documentosTributarios, 'venta')
	const isItsSale = and(eq(sale.orden_id, orden_id), eq(sale.secuencia, secuencia), ne(sale.tipo, 61))
	const open = db
		.select({ id: sale.id })
		.from(sale)
		.where(and(isItsSale, ne(sale.estado, 'aceptada')))
	const isHeldBack = sql`(${tipo} = 61 and exists ${open})`
	const waiting = await readDue(and(eq(estado, 'por_emitir'), not(isHeldBack)))
	const emitted = await readDue(eq(estado, 'emitida'))
	const followed = emitted.slice(0, Math.max(minPolled, batchSize - waiting.length))
	const due = [...waiting.slice(0, batchSize - followed.length), ...followed]

	for (const document of due) {
		try {
			const work = document.estado === 'por_emitir' ? emitDocument : followDocument
			await work(deps, tax.provider, document.id)
		} catch (err) {
			deps.log.error({ err, documento_id: document.id }, 'a tax document could not be worked on')
		}
		await setTimeout(tax.pauseMs)
	}
	if (due.length > 0) await watchFolios(deps, tax.provider)
}

/** Emits one document right after its insert; a failure is retried by the next batch. */
export async function runEmission(deps: TaxContext, documentId: string): Promise<void> {
	if (!deps.tax) return
	await emitDocument(deps, deps.tax.provider, documentId)
	await setTimeout(deps.tax.pauseMs)
}

const isStill = (state: 'por_emitir' | 'emitida', documentId: string) => and(eq(id, documentId), eq(estado, state))

/**
 * Emits a due document. Idempotent: its id is the provider's key, one process sends at a time, and an unknown result
 * needs a review. A 61 waits until the annulled document was accepted.
 */
async function emitDocument(deps: TaxContext, provider: TaxDocuments, documentId: string): Promise<void> {
	// Stores that the document may be made from now on.
	const claimed = await deps.db.transaction(async (tx) => {
		const now = deps.clock.now()
		const [row] = await tx
			.select()
			.from(documentosTributarios)
			.where(and(isStill('por_emitir', documentId), lte(intentar_at, now)))
			.for('update')
		if (!row) return undefined
		const set = (values: Partial<TaxDocumentRow>) =>
			tx.update(documentosTributarios).set(values).where(eq(id, documentId))
		if (row.tipo === 61 && (await readAnnulled(tx, row))?.estado !== 'aceptada') {
			await set({ intentar_at: nextStatusAt(now) })
			return undefined
		}
		if (row.incierta_desde && isUnknownForGood(row.incierta_desde, now)) return { row, isOver: true } as const
		const claim = {
			// A document that was surely never made gets the current day.
			fecha: row.incierta_desde && row.fecha ? row.fecha : dayIn(now),
			incierta_desde: row.incierta_desde ?? now,
			intentos: row.intentos + 1,
			primer_intento_at: row.primer_intento_at ?? now,
			ultimo_intento_at: now,
			intentar_at: heldUntil(now),
		}
		await set(claim)
		return { row: { ...row, ...claim }, unsureBefore: row.incierta_desde, isOver: false } as const
	})
	if (!claimed) return
	if (claimed.isOver) {
		await handToStaff(deps, claimed.row, 'El proveedor no respondió durante 24 horas: puede haberlo emitido.')
		return
	}

	const { row, unsureBefore } = claimed
	const result = await provider.emit(await buildDocument(deps.db, row))
	const now = deps.clock.now()
	if (result.kind !== 'emitted') {
		deps.log.warn({ documento_id: row.id, respuesta: result }, 'a tax document was not emitted')
		if (result.kind === 'refused') {
			await handToStaff(deps, row, `${result.code}: ${result.reason}`)
			return
		}
		const wait = result.kind === 'rate_limited' ? result.retryAfterSeconds : undefined
		const isUnsure = result.kind === 'unknown' && !result.didNothing
		const incierta_desde = isUnsure ? row.incierta_desde : unsureBefore
		await deps.db
			.update(documentosTributarios)
			.set({ incierta_desde, intentar_at: retryAt(now, Math.random(), wait) })
			.where(isStill('por_emitir', row.id))
		if (result.kind === 'no_folios') await warnOfFolios(deps, row.tipo, 0)
		return
	}

	const { token, warnings } = result
	if (warnings.length > 0)
		deps.log.warn({ documento_id: row.id, folio: result.folio, warnings }, 'a tax document has remarks')
	const isTaken = and(eq(tipo, row.tipo), eq(folio, result.folio), ne(id, row.id))
	const taken = await deps.db.select({ id }).from(documentosTributarios).where(isTaken).limit(1)
	if (taken.length > 0) {
		await handToStaff(deps, row, `El proveedor respondió el folio ${result.folio}, que es de otro documento.`)
		return
	}
	await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, row.orden_id)
		const emitted = { estado: 'emitida', folio: result.folio, token, emitida_at: now } as const
		const written = await tx
			.update(documentosTributarios)
			.set({ ...emitted, incierta_desde: null, motivo: null, intentar_at: nextStatusAt(now) })
			.where(isStill('por_emitir', row.id))
			.returning({ id })
		// Another process may have written meanwhile.
		if (written.length > 0 && order) await mailDocumentEmitted(deps, tx, order, { ...row, folio: result.folio })
	})
}

/** The document to send, equal at every try. */
async function buildDocument(db: Queryable, row: TaxDocumentRow & { fecha: string }): Promise<TaxDocument> {
	const [order] = await db.select().from(ordenes).where(eq(ordenes.id, row.orden_id))
	if (!order) throw new Error(`document ${row.id} has no order`)
	const lines = await db
		.select({ nombre: ordenLineas.nombre, cantidad: ordenLineas.cantidad, precio: ordenLineas.precio })
		.from(ordenLineas)
		.where(eq(ordenLineas.orden_id, order.id))
		.orderBy(asc(ordenLineas.posicion))
	const receptor = await readReceptor(db, order.id)
	// A gateway's payment is electronic; any other was cash or a transfer.
	const isApplied = and(eq(pagos.orden_id, order.id), eq(pagos.destino, 'aplicado'))
	const [paid] = await db.select({ id: pagos.pago_id }).from(pagos).where(isApplied).limit(1)
	const byHand = order.metodo_pago === 'efectivo' ? 1 : 3
	const document = {
		id: row.id,
		tipo: row.tipo,
		fecha: row.fecha,
		receptor: receptor ? toReceptor(receptor) : null,
		medio_pago: paid ? 2 : byHand,
		...amountsOf({ lines, despacho: order.despacho }, row.monto),
	} as const
	if (row.tipo !== 61) return { ...document, referencia: null }
	const annulled = await readAnnulled(db, row)
	if (!annulled || annulled.tipo === 61 || annulled.folio === null || annulled.fecha === null)
		throw new Error(`document ${row.id} annuls nothing`)
	const { tipo, folio, fecha } = annulled
	return { ...document, referencia: { tipo, folio, fecha, motivo: 'Anula documento' } }
}

async function readAnnulled(db: Queryable, row: TaxDocumentRow): Promise<TaxDocumentRow | undefined> {
	const rows = await db
		.select()
		.from(documentosTributarios)
		.where(and(eq(orden_id, row.orden_id), eq(secuencia, row.secuencia)))
	return rows.find(({ tipo }) => tipo !== 61)
}

/**
 * Polls the tax authority's decision. Undecided after 24 hours, or rejected, the document needs a review; a waiting 61
 * is sent.
 */
async function followDocument(deps: TaxContext, provider: TaxDocuments, documentId: string): Promise<void> {
	const now = deps.clock.now()
	const [row] = await deps.db
		.update(documentosTributarios)
		.set({ intentar_at: heldUntil(now) })
		.where(and(isStill('emitida', documentId), lte(intentar_at, now)))
		.returning()
	if (!row || row.folio === null || row.token === null) return
	const answer = await provider.status({ tipo: row.tipo, folio: row.folio, token: row.token })
	if (answer.kind === 'known' && answer.estado === 'rechazado')
		return await handToStaff(deps, row, answer.detail || 'El SII lo rechazó.', 'rechazada')
	if (answer.kind !== 'known' || answer.estado === 'pendiente') {
		if (row.emitida_at && isUnknownForGood(row.emitida_at, now))
			return await handToStaff(deps, row, 'El SII no decidió sobre él durante 24 horas.')
		const wait = answer.kind === 'rate_limited' ? answer.retryAfterSeconds : undefined
		const next = answer.kind === 'known' ? nextStatusAt(now) : retryAt(now, Math.random(), wait)
		await deps.db.update(documentosTributarios).set({ intentar_at: next }).where(isStill('emitida', documentId))
		return
	}

	const remarks = answer.estado === 'aceptado_con_reparos' ? answer.detail : ''
	await deps.db.transaction(async (tx) => {
		await tx
			.update(documentosTributarios)
			.set({ estado: 'aceptada', motivo: remarks === '' ? null : remarks.slice(0, 1000), intentar_at: null })
			.where(isStill('emitida', documentId))
		if (row.tipo === 61) return
		const isItsNote = and(eq(orden_id, row.orden_id), eq(secuencia, row.secuencia), eq(tipo, 61))
		const notes = await tx
			.update(documentosTributarios)
			.set({ intentar_at: deps.clock.now() })
			.where(and(isItsNote, eq(estado, 'por_emitir')))
			.returning({ id })
		for (const note of notes) await deps.jobs.enqueue(tx, 'emitir_documento', { documento_id: note.id })
	})
	// Stores copies for the legal retention period; a failed one is fetched when it is opened.
	for (const format of formatosDocumento) await readDocumentFile(deps, { ...row, estado: 'aceptada' }, format)
}

const ends = { rechazada: 'documento_rechazado', por_revisar: 'documento_por_revisar' } as const

/**
 * Marks the tax document for manual review: nothing of it is sent automatically any more. Its waiting 61 is deleted, as
 * nothing is left to annul.
 */
async function handToStaff(
	deps: TaxContext,
	row: TaxDocumentRow,
	motivo: string,
	end: keyof typeof ends = 'por_revisar',
): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const order = await lockOrder(tx, row.orden_id)
		const written = await tx
			.update(documentosTributarios)
			.set({ estado: end, motivo: motivo.slice(0, 1000), intentar_at: null })
			.where(and(eq(id, row.id), notInArray(estado, ['aceptada', 'rechazada', 'por_revisar'])))
			.returning({ id })
		if (!order || written.length === 0) return
		if (end === 'rechazada' && row.tipo !== 61) {
			const isItsNote = and(eq(orden_id, row.orden_id), eq(secuencia, row.secuencia), eq(tipo, 61))
			await tx.delete(documentosTributarios).where(and(isItsNote, eq(intentos, 0)))
		}
		const atencion = ends[end]
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

/** Warns staff that the folios of a type run out. Once per day and type. */
async function warnOfFolios(deps: TaxContext, tipo: TipoDocumento, quedan: number): Promise<void> {
	const clave = `folios_bajos:${tipo}:${dayIn(deps.clock.now())}${quedan === 0 ? ':agotados' : ''}`
	const datos = { tipo, quedan }
	await deps.db.transaction((tx) => notifyStaff(deps, tx, { clave, plantilla: 'folios_bajos', datos }))
}

/** Staff are warned below this number, however little is sold. */
const fewFolios = 20

/** Reads the folios left, and warns staff of a type with fewer than 20, or than a week's documents. */
async function watchFolios(deps: TaxContext, provider: TaxDocuments): Promise<void> {
	const answer = await provider.folios()
	if (answer.kind !== 'folios') return
	const weekAgo = new Date(deps.clock.now().getTime() - 7 * 86_400_000)
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
