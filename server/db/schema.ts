import { sql } from 'drizzle-orm'
import {
	type AnyPgColumn,
	boolean,
	check,
	doublePrecision,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	text,
	timestamp,
	uniqueIndex,
	uuid,
} from 'drizzle-orm/pg-core'

const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()
const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * The words of some text columns as lexemes: lower case, accents dropped, cut at whatever is neither letter nor digit. Indexed
 * with GIN, it finds the beginnings of words. It needs no extension (pg_trgm is not in every PostgreSQL) and no parser, which
 * would read parts of e-mail addresses as numbers.
 */
export const wordsOf = (...columns: AnyPgColumn[]) => {
	const joined = sql.join(columns, sql` || ' ' || `)
	return sql`array_to_tsvector(array_remove(regexp_split_to_array(translate(lower(${joined}), 'ÁÉÍÓÚÜÑáéíóúüñ', 'aeiouunaeiouun'), '[^a-z0-9]+'), ''))`
}

/** Accounts. `username` of the specification is the e-mail, kept in lower case. */
export const usuarios = pgTable(
	'usuarios',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		email: text().notNull(),
		first_name: text().notNull().default(''),
		last_name: text().notNull().default(''),
		telefono: text().notNull().default(''),
		direccion: text().notNull().default(''),
		/** argon2id; null for an account that only signs in with Google. */
		password_hash: text(),
		google_sub: text(),
		email_verified_at: moment('email_verified_at'),
		is_staff: boolean().notNull().default(false),
		is_active: boolean().notNull().default(true),
		is_superuser: boolean().notNull().default(false),
		/** The cart saved at a login, as the browser sent it (read with readCart). */
		carrito: jsonb(),
		/** When and to which version of the policy the customer agreed. */
		consentimiento_at: moment('consentimiento_at'),
		consentimiento_version: text(),
		/** Counts the changes that staff made, so that none is overwritten unseen. */
		version: integer().notNull().default(1),
		deleted_at: moment('deleted_at'),
		created_at: createdAt(),
	},
	(t) => [
		uniqueIndex('usuarios_email').on(t.email),
		uniqueIndex('usuarios_google_sub').on(t.google_sub),
		index('usuarios_palabras').using('gin', wordsOf(t.email, t.first_name, t.last_name)),
		index('usuarios_staff').on(t.id).where(sql`${t.is_staff}`),
		check('usuarios_email_lower', sql`${t.email} = lower(${t.email})`),
	],
)

/** Logins: one row a family of refresh tokens. Only the newest token of a family is good; an older one ends the family. */
export const sesiones = pgTable(
	'sesiones',
	{
		id: uuid().primaryKey(),
		usuario_id: integer()
			.notNull()
			.references(() => usuarios.id, { onDelete: 'cascade' }),
		/** SHA-256 of the refresh token that is good now. */
		refresh_hash: text().notNull(),
		dispositivo: text().notNull().default(''),
		created_at: createdAt(),
		used_at: moment('used_at').notNull().defaultNow(),
		expires_at: moment('expires_at').notNull(),
		revoked_at: moment('revoked_at'),
	},
	(t) => [index('sesiones_usuario').on(t.usuario_id)],
)

/** Links to choose a new password; only the hash is kept, each works once. */
export const recuperaciones = pgTable(
	'recuperaciones',
	{
		id: uuid().primaryKey(),
		usuario_id: integer()
			.notNull()
			.references(() => usuarios.id, { onDelete: 'cascade' }),
		token_hash: text().notNull(),
		expires_at: moment('expires_at').notNull(),
		used_at: moment('used_at'),
		created_at: createdAt(),
	},
	(t) => [index('recuperaciones_usuario').on(t.usuario_id)],
)

/** One row a sku and colour. A deleted product keeps its row for the ledger and old orders. */
export const productos = pgTable(
	'productos',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		nombre: text().notNull(),
		sku: text().notNull(),
		color: text().notNull().default(''),
		precio: integer().notNull(),
		stock: integer().notNull().default(0),
		low_stock_threshold: integer().notNull().default(5),
		version: integer().notNull().default(1),
		deleted_at: moment('deleted_at'),
		created_at: createdAt(),
	},
	(t) => [
		uniqueIndex('productos_sku_color').on(t.sku, t.color).where(sql`${t.deleted_at} is null`),
		check('productos_stock', sql`${t.stock} >= 0`),
		check('productos_precio', sql`${t.precio} >= 0`),
		check('productos_threshold', sql`${t.low_stock_threshold} >= 0`),
	],
)

/** The stock ledger: a product's stock is always the sum of its rows here. */
export const movimientosStock = pgTable(
	'movimientos_stock',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		producto_id: integer()
			.notNull()
			.references(() => productos.id),
		cantidad: integer().notNull(),
		motivo: text().notNull(),
		orden_id: uuid().references(() => ordenes.id),
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		nota: text().notNull().default(''),
		/** The Idempotency-Key of an adjustment: the same one sent twice moves stock once. */
		clave: text(),
		created_at: createdAt(),
	},
	(t) => [
		// With the units, so that the balance of any row is summed up without reading the rows themselves.
		index('movimientos_producto').on(t.producto_id, t.id, t.cantidad),
		index('movimientos_created').on(t.created_at),
		uniqueIndex('movimientos_clave').on(t.clave).where(sql`${t.clave} is not null`),
		index('movimientos_orden').on(t.orden_id),
		check('movimientos_cantidad', sql`${t.cantidad} <> 0`),
		check('movimientos_motivo', sql`${t.motivo} in ('inicial', 'venta', 'devolucion', 'ajuste')`),
	],
)

/** Orders. `id` is the unguessable orden_id; `nro_orden` is for people and opens nothing. */
export const ordenes = pgTable(
	'ordenes',
	{
		id: uuid().primaryKey(),
		nro_orden: integer().notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
		user: integer('usuario_id').references(() => usuarios.id, { onDelete: 'set null' }),
		estado: text().notNull(),
		metodo_pago: text().notNull(),
		subtotal: integer().notNull(),
		despacho: integer().notNull(),
		descuento: integer().notNull(),
		total: integer().notNull(),
		cupon: text(),
		tipo_entrega: text().notNull(),
		direccion: text().notNull().default(''),
		telefono: text().notNull(),
		nombre: text().notNull().default(''),
		email: text().notNull(),
		comuna: text().notNull().default(''),
		lat: doublePrecision(),
		lng: doublePrecision(),
		distancia_m: integer(),
		/** The distance could not be measured: delivery was charged 0 and staff look at it. */
		despacho_sin_medir: boolean().notNull().default(false),
		/** Whether the order's bottles are out of stock for it now. */
		stock_tomado: boolean().notNull(),
		/** When an unpaid order gives its bottles back; null when it waits for a person. */
		expires_at: moment('expires_at'),
		pagada_at: moment('pagada_at'),
		/** Why a person has to look at this order; null when nobody has to. */
		atencion: text(),
		version: integer().notNull().default(1),
		created_at: createdAt(),
	},
	(t) => [
		uniqueIndex('ordenes_nro').on(t.nro_orden),
		index('ordenes_usuario').on(t.user, t.created_at),
		// The panel's lists: each order of sorting walks one of these, and a page is read without sorting anything.
		index('ordenes_created').on(t.created_at, t.nro_orden),
		index('ordenes_estado').on(t.estado, t.created_at, t.nro_orden),
		index('ordenes_metodo').on(t.metodo_pago, t.created_at, t.nro_orden),
		index('ordenes_total').on(t.total, t.nro_orden),
		// The numbers of a period are summed up from this index alone.
		index('ordenes_pagada').on(t.pagada_at, t.estado, t.metodo_pago, t.total, t.id).where(sql`${t.pagada_at} is not null`),
		index('ordenes_atencion').on(t.created_at).where(sql`${t.atencion} is not null`),
		index('ordenes_palabras').using('gin', wordsOf(t.nombre, t.email)),
		index('ordenes_expires').on(t.expires_at).where(sql`${t.expires_at} is not null`),
		check(
			'ordenes_estado_conocido',
			sql`${t.estado} in ('pendiente', 'en_revision', 'pagada', 'completado', 'fallida', 'cancelado')`,
		),
		check('ordenes_montos', sql`${t.subtotal} >= 0 and ${t.despacho} >= 0 and ${t.descuento} >= 0 and ${t.total} >= 0`),
		check('ordenes_entrega', sql`${t.tipo_entrega} in ('despacho', 'retiro')`),
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

/** The first answer to each Idempotency-Key of a customer, given again to every repetition. */
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

/** Tries to pay an order at a gateway. The gateway knows an attempt by its id. */
export const intentosPago = pgTable(
	'intentos_pago',
	{
		id: uuid().primaryKey(),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id),
		gateway: text().notNull(),
		estado: text().notNull(),
		monto: integer().notNull(),
		gateway_ref: text(),
		url: text(),
		created_at: createdAt(),
		updated_at: moment('updated_at').notNull().defaultNow(),
		expires_at: moment('expires_at').notNull(),
		/** When the reconciler asks the gateway next; null when nothing more can come. */
		consultar_at: moment('consultar_at'),
		consultas: integer().notNull().default(0),
	},
	(t) => [
		index('intentos_orden').on(t.orden_id),
		index('intentos_created').on(t.created_at, t.orden_id, t.estado),
		index('intentos_consultar').on(t.consultar_at).where(sql`${t.consultar_at} is not null`),
		uniqueIndex('intentos_gateway_ref').on(t.gateway, t.gateway_ref),
		check('intentos_monto', sql`${t.monto} > 0`),
	],
)

/** Payments as the gateways tell them: one row each, kept forward only. */
export const pagos = pgTable(
	'pagos',
	{
		gateway: text().notNull(),
		pago_id: text().notNull(),
		intento_id: uuid()
			.notNull()
			.references(() => intentosPago.id),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id),
		estado: text().notNull(),
		monto: integer().notNull(),
		moneda: text().notNull(),
		devuelto: integer().notNull().default(0),
		/** 'aplicado': pays the order; 'por_devolver': cannot be honoured and has to go back; null: neither (yet). */
		destino: text(),
		created_at: createdAt(),
		updated_at: moment('updated_at').notNull().defaultNow(),
	},
	(t) => [
		primaryKey({ columns: [t.gateway, t.pago_id] }),
		index('pagos_orden').on(t.orden_id),
		uniqueIndex('pagos_uno_aplicado').on(t.orden_id).where(sql`${t.destino} = 'aplicado'`),
		check('pagos_montos', sql`${t.monto} >= 0 and ${t.devuelto} >= 0`),
	],
)

/**
 * Money given back, or asked to be: never more than was paid (checked under the order's row lock). `pedida` waits to be sent,
 * `enviando` is being sent or was sent and its answer is missing, `en_curso` waits for the gateway's decision, `en_duda` was sent
 * and nobody can tell whether it was made: it is never sent again.
 */
export const devoluciones = pgTable(
	'devoluciones',
	{
		id: uuid().primaryKey(),
		gateway: text().notNull(),
		pago_id: text().notNull(),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id),
		monto: integer().notNull(),
		motivo: text().notNull(),
		estado: text().notNull(),
		devolucion_id: text(),
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		/** Who is sending it (a token made up for that), and until when nobody else may. */
		reserva: uuid(),
		reservada_hasta: moment('reservada_hasta'),
		/** When it was last sent to the gateway without an answer being had; null: surely not under way. */
		enviada_at: moment('enviada_at'),
		/** Pesos that the gateway showed as given back before it was sent; null when it did not tell. */
		devuelto_antes: integer(),
		created_at: createdAt(),
		updated_at: moment('updated_at').notNull().defaultNow(),
	},
	(t) => [
		index('devoluciones_orden').on(t.orden_id),
		index('devoluciones_abiertas').on(t.updated_at).where(sql`${t.estado} not in ('hecha', 'rechazada')`),
		check('devoluciones_monto', sql`${t.monto} > 0`),
		check(
			'devoluciones_estado',
			sql`${t.estado} in ('pedida', 'enviando', 'en_curso', 'en_duda', 'hecha', 'rechazada')`,
		),
	],
)

/** Proofs of transfers; the picture itself is a file. */
export const comprobantes = pgTable(
	'comprobantes',
	{
		id: uuid().primaryKey(),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id),
		archivo: text().notNull(),
		bytes: integer().notNull(),
		created_at: createdAt(),
	},
	(t) => [index('comprobantes_orden').on(t.orden_id)],
)

/** Mails that must leave, once each: `clave` is unique (order and template, or another name of the occasion). */
export const correos = pgTable(
	'correos',
	{
		id: uuid().primaryKey(),
		clave: text().notNull(),
		plantilla: text().notNull(),
		destinatario: text().notNull(),
		datos: jsonb().notNull(),
		orden_id: uuid().references(() => ordenes.id),
		created_at: createdAt(),
		enviado_at: moment('enviado_at'),
	},
	(t) => [
		uniqueIndex('correos_clave').on(t.clave),
		index('correos_orden').on(t.orden_id),
		index('correos_pendientes').on(t.created_at).where(sql`${t.enviado_at} is null`),
	],
)

/** Who did what, when, before and after. `usuario_id` null: the shop itself (a gateway, a job). */
export const auditoria = pgTable(
	'auditoria',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		tipo: text().notNull(),
		ref: text().notNull(),
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		accion: text().notNull(),
		campo: text(),
		antes: text(),
		despues: text(),
		created_at: createdAt(),
	},
	(t) => [
		index('auditoria_ref').on(t.tipo, t.ref, t.id),
		check('auditoria_tipo', sql`${t.tipo} in ('orden', 'usuario', 'producto')`),
	],
)

/** Counters of the strict rate limits, shared by every process. `clave` names no person: accounts and addresses are hashed. */
export const limites = pgTable(
	'limites',
	{
		clave: text().primaryKey(),
		cuenta: integer().notNull(),
		/** When the counter starts again from nothing. */
		hasta: moment('hasta').notNull(),
	},
	(t) => [index('limites_hasta').on(t.hasta)],
)
