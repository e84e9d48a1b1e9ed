import { sql } from 'drizzle-orm'
import {
	boolean,
	check,
	doublePrecision,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	text,
	uniqueIndex,
	uuid,
} from 'drizzle-orm/pg-core'
import { type CaseReason, caseReasons } from '#core/rules/audit-actions.ts'
import { mailTemplates } from '#core/rules/mails.ts'
import { type MetodoPago, metodosPago } from '#core/rules/payment-methods.ts'
import { createdAt, isOneOf, moment, searchedText } from '#core/server/db/columns.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { stockReasons } from '#modules/catalog/product.ts'
import { productos } from '#modules/catalog/tables.ts'
import { tiposEntrega } from '#modules/delivery/delivery.ts'
import { boletaModels, boletaMoments } from '#modules/orders/boleta-terms.ts'
import { type Estado, estados } from '#modules/orders/estado.ts'
import { type DeliveryStop, deliveryStops } from '#modules/orders/handover.ts'

/** The fields of an order that a change by staff may move and its undo restores. Times are ISO 8601. */
export interface OrderBefore {
	readonly estado: Estado
	readonly total: number
	readonly metodo_pago: MetodoPago
	readonly atencion: CaseReason | null
	readonly entrega_liberada: DeliveryStop | null
	readonly comprobante_rechazado: string | null
	readonly pagado_a_mano: number | null
	readonly expires_at: string | null
	readonly pagada_at: string | null
	readonly avisada_at: string | null
}

/** A change by staff that can be undone for a minute. */
export interface UndoableChange {
	readonly id: string
	readonly hecha_at: string
	/** The order's version after the change; another one blocks the undo. */
	readonly version: number
	/** The order's case after the change; a later case stays. */
	readonly atencion: CaseReason | null
	/** The CLP captured and refunded by gateways; other amounts block the undo. */
	readonly dinero: { readonly pagado: number; readonly devuelto: number }
	readonly antes: OrderBefore
	/** The change was undone: the same request again changes nothing. */
	readonly deshecha: boolean
}

/** Orders. `id` is the unguessable orden_id; `nro_orden` is for display and grants no access. */
export const ordenes = pgTable(
	'ordenes',
	{
		id: uuid().primaryKey(),
		nro_orden: integer().notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
		user: integer('usuario_id').references(() => usuarios.id, { onDelete: 'set null' }),
		estado: text({ enum: estados }).notNull(),
		metodo_pago: text({ enum: metodosPago }).notNull(),
		subtotal: integer().notNull(),
		despacho: integer().notNull(),
		descuento: integer().notNull(),
		total: integer().notNull(),
		cupon: text(),
		tipo_entrega: text({ enum: tiposEntrega }).notNull(),
		direccion: text().notNull().default(''),
		telefono: text().notNull(),
		nombre: text().notNull().default(''),
		email: text().notNull(),
		comuna: text().notNull().default(''),
		/** Street, number and commune as the map names them; empty when unknown. */
		direccion_mapa: text().notNull().default(''),
		lat: doublePrecision(),
		lng: doublePrecision(),
		distancia_m: integer(),
		/** The distance could not be measured: delivery costs 0 and staff review it. */
		despacho_sin_medir: boolean().notNull().default(false),
		/** Whether the order's units are taken out of stock. */
		stock_tomado: boolean().notNull(),
		/** When an unpaid order returns its units; null while it waits for staff. */
		expires_at: moment('expires_at'),
		/** When its customer last reopened it by paying again after it had failed; null: never. */
		reabierta_at: moment('reabierta_at'),
		pagada_at: moment('pagada_at'),
		/** When staff were notified of the sale; null: not yet, or no sale. */
		avisada_at: moment('avisada_at'),
		/** The total before staff changed that of the paid order; null: unchanged. Used only without a gateway payment. */
		pagado_a_mano: integer(),
		/** The reason for a review by staff; null without a case. */
		atencion: text({ enum: caseReasons }),
		/** The account that cancelled it, unless staff moved it on since: later payments are then refunded. */
		cancelada_por: integer().references(() => usuarios.id),
		/** Its delivery is stopped (`deliveryStop`) and not released by staff. */
		entrega_detenida: boolean().notNull().default(false),
		/** The stop that staff released; null: none. A new dispute revokes the release. */
		entrega_liberada: text({ enum: deliveryStops }),
		/** The last change by staff, while it can be undone. */
		deshacer: jsonb().$type<UndoableChange>(),
		/** The reason why staff rejected its proof, for the customer; null: not rejected. */
		comprobante_rechazado: text(),
		/** The owner's mode of tax documents when it was placed; null: none by the shop. */
		boleta_modelo: text({ enum: boletaModels }),
		boleta_momento: text({ enum: boletaMoments }),
		/** Place, hours and term of a pickup as shown to the customer; null: not shown. */
		estacion_retiro: text(),
		horario_retiro: text(),
		plazo_entrega: text(),
		/** Network of an account that never paid, by any method; null once it is paid, cancelled, or 30 days old. */
		red: text(),
		version: integer().notNull().default(1),
		created_at: createdAt(),
		/** The telephone is last, for searches by the end of the text. */
		busqueda: searchedText('nombre', 'email', 'direccion', 'direccion_mapa', 'comuna', 'telefono'),
	},
	(t) => [
		uniqueIndex('ordenes_nro').on(t.nro_orden),
		index('ordenes_usuario').on(t.user, t.created_at),
		// Indexes of the panel's lists: each sort order scans one of these without sorting. Their last columns are for
		// filters, which then need no read of the orders themselves.
		index('ordenes_created').on(t.created_at, t.nro_orden),
		index('ordenes_estado_entrega').on(t.estado, t.created_at, t.nro_orden, t.tipo_entrega),
		index('ordenes_metodo_estado').on(t.metodo_pago, t.estado, t.created_at, t.nro_orden),
		index('ordenes_total_filtros').on(t.total, t.nro_orden, t.estado, t.metodo_pago),
		// The numbers of a period are an index-only scan.
		index('ordenes_pagada')
			.on(t.pagada_at, t.estado, t.metodo_pago, t.total, t.id)
			.where(sql`${t.pagada_at} is not null`),
		index('ordenes_atencion').on(t.created_at).where(sql`${t.atencion} is not null`),
		// No pending list (4 MB by default): each search would read it, and an embedded database has no autovacuum to empty
		// it.
		index('ordenes_trigramas').using('gin', t.busqueda.op('gin_trgm_ops')).with({ gin_pending_list_limit: 256 }),
		// Unpaid orders of a phone, and orders with a discount code: counted for each new order.
		index('ordenes_telefono_abiertas')
			.on(t.telefono)
			.where(sql`${t.stock_tomado} and ${t.pagada_at} is null and ${t.estado} in ('pendiente', 'en_revision')`),
		// The panel's counts of what waits for staff are index-only scans of these few rows.
		index('ordenes_en_revision').on(t.created_at, t.total).where(sql`${t.estado} = 'en_revision'`),
		index('ordenes_por_entregar')
			.on(t.tipo_entrega, t.plazo_entrega, t.pagada_at, t.created_at, t.entrega_detenida, t.id)
			.where(
				sql`${t.estado} = 'pagada' or (${t.metodo_pago} = 'efectivo' and ${t.estado} in ('pendiente', 'en_revision'))`,
			),
		index('ordenes_red').on(t.red).where(sql`${t.red} is not null`),
		index('ordenes_cupon').on(t.cupon).where(sql`${t.cupon} is not null`),
		index('ordenes_expires').on(t.expires_at).where(sql`${t.expires_at} is not null`),
		check('ordenes_estado_conocido', isOneOf(t.estado, estados)),
		check('ordenes_montos', sql`${t.subtotal} >= 0 and ${t.despacho} >= 0 and ${t.descuento} >= 0 and ${t.total} >= 0`),
		check('ordenes_metodo_conocido', isOneOf(t.metodo_pago, metodosPago)),
		check('ordenes_entrega', isOneOf(t.tipo_entrega, tiposEntrega)),
	],
)

/** The lines of an order, with name, picture and price when it was placed. */
export const ordenLineas = pgTable(
	'orden_lineas',
	{
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id, { onDelete: 'cascade' }),
		posicion: integer().notNull(),
		producto_id: integer()
			.notNull()
			.references(() => productos.id),
		nombre: text().notNull(),
		sku: text().notNull(),
		color: text().notNull(),
		imagen: text().notNull(),
		precio: integer().notNull(),
		cantidad: integer().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.orden_id, t.posicion] }),
		check('orden_lineas_cantidad', sql`${t.cantidad} >= 1`),
		check('orden_lineas_precio', sql`${t.precio} >= 0`),
	],
)

/** The order of each Idempotency-Key of a customer, with which repetitions are answered. */
export const clavesIdempotencia = pgTable(
	'claves_idempotencia',
	{
		usuario_id: integer()
			.notNull()
			.references(() => usuarios.id, { onDelete: 'cascade' }),
		clave: text().notNull(),
		/** SHA-256 of the request, to reject a key used for another one. */
		huella: text().notNull(),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id, { onDelete: 'cascade' }),
		created_at: createdAt(),
	},
	(t) => [primaryKey({ columns: [t.usuario_id, t.clave] })],
)

export type OrderRow = typeof ordenes.$inferSelect

/** The stock ledger: a product's stock is always the sum of its rows here. */
export const movimientosStock = pgTable(
	'movimientos_stock',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		producto_id: integer()
			.notNull()
			.references(() => productos.id),
		cantidad: integer().notNull(),
		motivo: text({ enum: stockReasons }).notNull(),
		orden_id: uuid().references(() => ordenes.id),
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		nota: text().notNull().default(''),
		/** The Idempotency-Key of an adjustment: the same one sent twice moves stock once. */
		clave: text(),
		created_at: createdAt(),
	},
	(t) => [
		// With the units, so that any row's balance is an index-only scan.
		index('movimientos_producto').on(t.producto_id, t.id, t.cantidad),
		index('movimientos_created').on(t.created_at),
		uniqueIndex('movimientos_clave').on(t.clave).where(sql`${t.clave} is not null`),
		index('movimientos_orden').on(t.orden_id),
		check('movimientos_cantidad', sql`${t.cantidad} <> 0`),
		check('movimientos_motivo', isOneOf(t.motivo, stockReasons)),
	],
)

/** Outgoing mails, once each: `clave` is unique (order and template, or another name of the occasion). */
export const correos = pgTable(
	'correos',
	{
		id: uuid().primaryKey(),
		clave: text().notNull(),
		plantilla: text({ enum: mailTemplates }).notNull(),
		destinatario: text().notNull(),
		datos: jsonb().notNull(),
		orden_id: uuid().references(() => ordenes.id),
		created_at: createdAt(),
		enviado_at: moment('enviado_at'),
		/** The reported change by staff: the mail is sent a minute later, unless the change is undone. */
		cambio_id: uuid(),
	},
	(t) => [
		uniqueIndex('correos_clave').on(t.clave),
		index('correos_orden').on(t.orden_id),
		index('correos_destinatario').on(t.destinatario, t.created_at),
		index('correos_pendientes').on(t.created_at).where(sql`${t.enviado_at} is null`),
	],
)

/** Order numbers skipped by a restore: customers of lost orders may write theirs on a transfer. */
export const skippedNumbers = 1000
