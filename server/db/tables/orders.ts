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
import { tiposEntrega } from '#domain/delivery/delivery.ts'
import { type CaseReason, caseReasons } from '#domain/orders/case-reasons.ts'
import { type DeliveryStop, deliveryStops } from '#domain/orders/delivery-stop.ts'
import { type Estado, estados } from '#domain/orders/estado.ts'
import { type MetodoPago, metodosPago } from '#domain/orders/metodo-pago.ts'
import { boletaModels, boletaMoments } from '#domain/tax-documents/tax-document.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { productos } from '#server/db/tables/catalog.ts'
import { createdAt, isOneOf, moment, searchedText } from '#server/db/tables/columns.ts'

/** The fields of an order that a change by staff may move, and that undoing it sets back. Moments are ISO 8601. */
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
	/** The order's version after it: with another one the order has moved on. */
	readonly version: number
	/** Its case after it: one that was opened since stays. */
	readonly atencion: CaseReason | null
	/** The pesos that gateways had brought and that had gone back: where more moved since, it is not undone. */
	readonly dinero: { readonly pagado: number; readonly devuelto: number }
	readonly antes: OrderBefore
	/** It was undone: the same request again changes nothing. */
	readonly deshecha: boolean
}

/** Orders. `id` is the unguessable orden_id; `nro_orden` is for people and opens nothing. */
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
		/** Street, number and commune as the map knows them; empty where it knew none. */
		direccion_mapa: text().notNull().default(''),
		lat: doublePrecision(),
		lng: doublePrecision(),
		distancia_m: integer(),
		/** The distance could not be measured: delivery was charged 0 and staff look at it. */
		despacho_sin_medir: boolean().notNull().default(false),
		/** Whether the order's units are out of stock for it now. */
		stock_tomado: boolean().notNull(),
		/** When an unpaid order gives its units back; null when it waits for a person. */
		expires_at: moment('expires_at'),
		pagada_at: moment('pagada_at'),
		/** When staff were notified of the sale, by the way the owner chose; null: not yet, or it is no sale. */
		avisada_at: moment('avisada_at'),
		/** Its total before staff changed that of the paid order; null: they did not. Counts only where no gateway was paid. */
		pagado_a_mano: integer(),
		/** Why a person has to look at this order; null when nobody has to. */
		atencion: text({ enum: caseReasons }),
		/** Who cancelled it, where no person moved it on since: money that still comes goes back then. */
		cancelada_por: integer().references(() => usuarios.id),
		/** Its delivery is stopped (`deliveryStop`) and staff have not released it. */
		entrega_detenida: boolean().notNull().default(false),
		/** The stop that staff released; null: none. A new dispute takes the release of its money back. */
		entrega_liberada: text({ enum: deliveryStops }),
		/** The last change by staff, for as long as it can be undone. */
		deshacer: jsonb().$type<UndoableChange>(),
		/** Why staff asked for another proof of its transfer, in words for the customer; null: they did not. */
		comprobante_rechazado: text(),
		/** How the owner had tax documents made when it was placed; null: not by the shop. */
		boleta_modelo: text({ enum: boletaModels }),
		boleta_momento: text({ enum: boletaMoments }),
		/** Where and when it is picked up, and within what time it is handed over, as the customer was told; null: not told. */
		estacion_retiro: text(),
		horario_retiro: text(),
		plazo_entrega: text(),
		/** Network of an unproved account that ordered to pay later; null once it is paid or cancelled, or 30 days old. */
		red: text(),
		version: integer().notNull().default(1),
		created_at: createdAt(),
		/** The telephone is last: its end is the end of the text. */
		busqueda: searchedText('nombre', 'email', 'direccion', 'direccion_mapa', 'comuna', 'telefono'),
	},
	(t) => [
		uniqueIndex('ordenes_nro').on(t.nro_orden),
		index('ordenes_usuario').on(t.user, t.created_at),
		// The panel's lists: each order of sorting walks one of these, and a page is read without sorting anything. Their last
		// columns are for filters, which need no look at the orders themselves then.
		index('ordenes_created').on(t.created_at, t.nro_orden),
		index('ordenes_estado_entrega').on(t.estado, t.created_at, t.nro_orden, t.tipo_entrega),
		index('ordenes_metodo_estado').on(t.metodo_pago, t.estado, t.created_at, t.nro_orden),
		index('ordenes_total_filtros').on(t.total, t.nro_orden, t.estado, t.metodo_pago),
		// The numbers of a period are summed up from this index alone.
		index('ordenes_pagada')
			.on(t.pagada_at, t.estado, t.metodo_pago, t.total, t.id)
			.where(sql`${t.pagada_at} is not null`),
		index('ordenes_atencion').on(t.created_at).where(sql`${t.atencion} is not null`),
		// Each search reads the list of new entries, 4 MB by default, and an embedded database has no vacuum that empties it.
		index('ordenes_trigramas').using('gin', t.busqueda.op('gin_trgm_ops')).with({ gin_pending_list_limit: 256 }),
		// What one phone holds unpaid, and the orders that use a discount code: counted for each new order.
		index('ordenes_telefono_abiertas')
			.on(t.telefono)
			.where(sql`${t.stock_tomado} and ${t.pagada_at} is null and ${t.estado} in ('pendiente', 'en_revision')`),
		index('ordenes_red').on(t.red).where(sql`${t.red} is not null`),
		index('ordenes_cupon').on(t.cupon).where(sql`${t.cupon} is not null`),
		index('ordenes_expires').on(t.expires_at).where(sql`${t.expires_at} is not null`),
		check('ordenes_estado_conocido', isOneOf(t.estado, estados)),
		check('ordenes_montos', sql`${t.subtotal} >= 0 and ${t.despacho} >= 0 and ${t.descuento} >= 0 and ${t.total} >= 0`),
		check('ordenes_metodo_conocido', isOneOf(t.metodo_pago, metodosPago)),
		check('ordenes_entrega', isOneOf(t.tipo_entrega, tiposEntrega)),
	],
)

/** The lines of an order, with name, picture and price as they were when it was placed. */
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

/** The order that each Idempotency-Key of a customer made: every repetition is answered with it. */
export const clavesIdempotencia = pgTable(
	'claves_idempotencia',
	{
		usuario_id: integer()
			.notNull()
			.references(() => usuarios.id, { onDelete: 'cascade' }),
		clave: text().notNull(),
		/** SHA-256 of what was asked, so that a key used for something else is noticed. */
		huella: text().notNull(),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id, { onDelete: 'cascade' }),
		created_at: createdAt(),
	},
	(t) => [primaryKey({ columns: [t.usuario_id, t.clave] })],
)

export type OrderRow = typeof ordenes.$inferSelect
