import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { estadosDocumento, type TipoDocumento, type TipoVenta } from '#domain/tax-documents/tax-document.ts'
import { createdAt, isOneOf, moment, searchedText } from '#server/db/tables/columns.ts'
import { ordenes } from '#server/db/tables/orders.ts'

/** The rule that no two documents of a kind have one folio. */
export const folioIndex = 'documentos_folio'

/**
 * One row a legal document, written in the transaction that makes it due. Its `id` is the provider's idempotency key. Kept as
 * long as the law asks, also when the customer's account is deleted.
 */
export const documentosTributarios = pgTable(
	'documentos_tributarios',
	{
		id: uuid().primaryKey().defaultRandom(),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id),
		tipo: integer().notNull().$type<TipoDocumento>(),
		/** Which document of its order's sale it is, from 1; a 61 has that of the document it annuls. */
		secuencia: integer().notNull(),
		estado: text({ enum: estadosDocumento }).notNull().default('por_emitir'),
		/** Pesos, with IVA. */
		monto: integer().notNull(),
		folio: integer(),
		/** What the provider calls it. */
		token: text(),
		/** Its date of emission in Santiago (AAAA-MM-DD), from the first try on. */
		fecha: text(),
		/** Why it was not accepted or a person has to look, as the provider says it. */
		motivo: text(),
		intentos: integer().notNull().default(0),
		primer_intento_at: moment('primer_intento_at'),
		ultimo_intento_at: moment('ultimo_intento_at'),
		/** Since when the provider may have made it without the shop knowing; null: it surely has not. */
		incierta_desde: moment('incierta_desde'),
		emitida_at: moment('emitida_at'),
		/** When it is tried, or asked about, next; null: never by itself. Whoever does it moves this first, so nobody else does. */
		intentar_at: moment('intentar_at'),
		created_at: createdAt(),
	},
	(t) => [
		uniqueIndex('documentos_uno').on(t.orden_id, t.tipo, t.secuencia),
		uniqueIndex('documentos_una_venta').on(t.orden_id, t.secuencia).where(sql`${t.tipo} <> 61`),
		uniqueIndex(folioIndex).on(t.tipo, t.folio),
		index('documentos_intentar').on(t.intentar_at).where(sql`${t.intentar_at} is not null`),
		index('documentos_estado').on(t.estado, t.orden_id),
		index('documentos_emitida').on(t.fecha),
		check('documentos_tipo', sql`${t.tipo} in (39, 33, 61)`),
		check('documentos_monto', sql`${t.monto} > 0`),
		check('documentos_estado_conocido', isOneOf(t.estado, estadosDocumento)),
	],
)

/**
 * Whom an order's document names, frozen at placing: a factura's company (33), or the buyer of a boleta (39) above 135 UF.
 * Without a row the boleta names nobody.
 */
export const receptores = pgTable(
	'receptores',
	{
		orden_id: uuid()
			.primaryKey()
			.references(() => ordenes.id, { onDelete: 'cascade' }),
		tipo: integer().notNull().$type<TipoVenta>(),
		/** `12345678-9`, without dots. */
		rut: text().notNull(),
		razon_social: text().notNull(),
		giro: text(),
		direccion: text(),
		comuna: text(),
		busqueda: searchedText('razon_social'),
	},
	(t) => [
		index('receptores_rut').on(t.rut),
		index('receptores_trigramas').using('gin', t.busqueda.op('gin_trgm_ops')),
		check('receptores_tipo', sql`${t.tipo} in (39, 33)`),
		check(
			'receptores_factura',
			sql`${t.tipo} = 39 or (${t.giro} is not null and ${t.direccion} is not null and ${t.comuna} is not null)`,
		),
	],
)

export type ReceptorRow = Omit<typeof receptores.$inferSelect, 'busqueda'>

export type TaxDocumentRow = typeof documentosTributarios.$inferSelect
