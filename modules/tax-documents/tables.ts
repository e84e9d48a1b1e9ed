import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, isOneOf, moment, searchedText } from '#core/server/db/columns.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { estadosDocumento, type TipoDocumento, type TipoVenta } from '#modules/tax-documents/tax-document.ts'

/** The unique index of folios per type. */
export const folioIndex = 'documentos_folio'

/**
 * One row per legal document, inserted in the transaction that makes it due. Its `id` is the provider's idempotency
 * key. Retained as long as the law requires, also after the customer's account is deleted.
 */
export const documentosTributarios = pgTable(
	'documentos_tributarios',
	{
		id: uuid().primaryKey().defaultRandom(),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id),
		tipo: integer().notNull().$type<TipoDocumento>(),
		/** Which document of its order's sale it is, from 1; a 61 has that of the annulled document. */
		secuencia: integer().notNull(),
		estado: text({ enum: estadosDocumento }).notNull().default('por_emitir'),
		/** CLP, with IVA. */
		monto: integer().notNull(),
		folio: integer(),
		/** The provider's id. */
		token: text(),
		/** Its date of emission in Santiago (AAAA-MM-DD), from the first try on. */
		fecha: text(),
		/** The provider's reason for a rejection or a review. */
		motivo: text(),
		intentos: integer().notNull().default(0),
		primer_intento_at: moment('primer_intento_at'),
		ultimo_intento_at: moment('ultimo_intento_at'),
		/** Since when the provider may have made it without the shop's knowledge; null: surely not made. */
		incierta_desde: moment('incierta_desde'),
		emitida_at: moment('emitida_at'),
		/** When it is sent or polled next; null: never automatically. Each worker moves it first, which claims the row. */
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
 * Recipient of an order's document, frozen at placing: a factura's company (33), or the buyer of a boleta (39) above
 * 135 UF. No row: an anonymous boleta.
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
