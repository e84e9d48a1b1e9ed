import { sql } from 'drizzle-orm'
import {
	boolean,
	check,
	type ExtraConfigColumn,
	foreignKey,
	index,
	integer,
	jsonb,
	pgTable,
	text,
	uniqueIndex,
	uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, isOneOf, moment } from '#core/server/db/columns.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { type OrderBefore, ordenes } from '#modules/orders/tables.ts'
import {
	estadosEntrega,
	estadosRonda,
	motivosNoEntrega,
	pasosSiguientes,
	tiposPulsacion,
} from '#modules/rounds/delivery-state.ts'
import type { FuenteTiempos } from '#modules/rounds/rounds.ts'

/** Driving between the shop (place 0) and the orders, in the order of `ordenes`: whole seconds and metres. */
export interface DrivingTimes {
	readonly ordenes: readonly string[]
	readonly segundos: readonly (readonly number[])[]
	readonly metros: readonly (readonly number[])[]
	/** The provider of the times. */
	readonly fuente: FuenteTiempos
	/** At least one time is estimated by straight lines. */
	readonly estimada: boolean
}

/** The fields of an order before its hand-over, for the undo. */
export type BeforeDelivery = Pick<OrderBefore, 'estado' | 'expires_at' | 'pagada_at' | 'pagado_a_mano'> &
	Partial<Pick<OrderBefore, 'metodo_pago' | 'atencion'>>

/** Rounds of the shop's own car. */
export const rondas = pgTable(
	'rondas',
	{
		id: uuid().primaryKey(),
		numero: integer().notNull().generatedAlwaysAsIdentity(),
		estado: text({ enum: estadosRonda }).notNull().default('borrador'),
		/** The departure: planned, and after the start the real one. */
		salida_at: moment('salida_at').notNull(),
		repartidor_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		minutos_parada: integer().notNull(),
		tiempos: jsonb().$type<DrivingTimes>().notNull(),
		/** Metres from the shop and back, and seconds until the return, over visited and open stops. */
		metros: integer().notNull().default(0),
		segundos: integer().notNull().default(0),
		/** The idempotency key of its planning. */
		clave: text().notNull(),
		cerrada_at: moment('cerrada_at'),
		version: integer().notNull().default(1),
		created_at: createdAt(),
	},
	(t) => [
		uniqueIndex('rondas_clave').on(t.clave),
		index('rondas_salida').on(t.salida_at),
		check('rondas_estado_conocido', isOneOf(t.estado, estadosRonda)),
		check('rondas_minutos', sql`${t.minutos_parada} between 0 and 60`),
	],
)

/** The stops of rounds: one attempt to hand one order over. */
export const paradas = pgTable(
	'paradas',
	{
		id: uuid().primaryKey(),
		/** Distinguishes stops of the same time in lists. */
		numero: integer().notNull().generatedAlwaysAsIdentity(),
		ronda_id: uuid()
			.notNull()
			.references(() => rondas.id, { onDelete: 'cascade' }),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id, { onDelete: 'cascade' }),
		posicion: integer().notNull(),
		/** Staff fixed its place: sorting does not move it. */
		fijada: boolean().notNull().default(false),
		estado: text({ enum: estadosEntrega }).notNull().default('por_preparar'),
		/** The expected arrival, and the one last announced to the customer. */
		llega_at: moment('llega_at').notNull(),
		avisada_at: moment('avisada_at'),
		/** When it was pressed, by the courier's phone. */
		hecha_at: moment('hecha_at'),
		/** When the server received it. */
		registrada_at: moment('registrada_at'),
		hecha_por: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		/** The time of the press or, before, of the expected arrival: the sort key of lists. */
		fecha_at: moment('fecha_at').notNull().generatedAlwaysAs(sql`coalesce(hecha_at, llega_at)`),
		/** It is finished, and was later than announced or promised. */
		atrasada: boolean().notNull().default(false),
		recibe: text().notNull().default(''),
		motivo: text({ enum: motivosNoEntrega }),
		nota: text().notNull().default(''),
		/** The courier's decision after a failed attempt; null: another round, or no question. */
		sigue: text({ enum: pasosSiguientes }),
		/** CLP in cash: the price, and the change. */
		cobrado: integer(),
		vuelto: integer(),
		antes: jsonb().$type<BeforeDelivery>(),
	},
	(t) => [
		uniqueIndex('paradas_numero').on(t.numero),
		index('paradas_ronda').on(t.ronda_id, t.posicion),
		index('paradas_orden').on(t.orden_id),
		// The list of deliveries scans these, and the numbers of a period use only the first.
		index('paradas_fecha').on(t.fecha_at, t.numero, t.estado, t.atrasada, t.motivo),
		index('paradas_estado').on(t.estado, t.fecha_at, t.numero),
		index('paradas_atrasada').on(t.fecha_at, t.numero).where(sql`${t.atrasada}`),
		index('paradas_hecha_por').on(t.hecha_por, t.fecha_at, t.numero),
		// An order is on one round at a time.
		uniqueIndex('paradas_abierta').on(t.orden_id).where(sql`${t.estado} in ('por_preparar', 'en_ruta')`),
		check('paradas_estado_conocido', isOneOf(t.estado, estadosEntrega)),
		check('paradas_motivo', sql`(${t.estado} = 'no_entregada') = (${t.motivo} is not null)`),
		check('paradas_sigue', sql`${t.sigue} in ('otra_ronda', 'anular')`),
		check('paradas_dinero', sql`coalesce(${t.cobrado}, 0) >= 0 and coalesce(${t.vuelto}, 0) >= 0`),
	],
)

/** The idempotency keys of presses at stops. */
export const pulsaciones = pgTable(
	'pulsaciones',
	{
		clave: uuid().primaryKey(),
		parada_id: uuid()
			.notNull()
			.references(() => paradas.id, { onDelete: 'cascade' }),
		tipo: text({ enum: tiposPulsacion }).notNull(),
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		hecha_at: moment('hecha_at').notNull(),
		created_at: createdAt(),
	},
	(t) => [index('pulsaciones_parada').on(t.parada_id), check('pulsaciones_tipo', isOneOf(t.tipo, tiposPulsacion))],
)

/** Couriers' photos at doors; the bytes are among the shop's private files. */
export const fotosEntrega = pgTable(
	'fotos_entrega',
	{
		/** The phone's idempotency key. */
		id: uuid().primaryKey(),
		parada_id: uuid()
			.notNull()
			.references(() => paradas.id, { onDelete: 'cascade' }),
		archivo: text().notNull(),
		bytes: integer().notNull(),
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		created_at: createdAt(),
	},
	(t) => [index('fotos_entrega_parada').on(t.parada_id), index('fotos_entrega_created').on(t.created_at)],
)

/** The agreed hour of a pickup, and its hand-over. */
export const retiros = pgTable(
	'retiros',
	{
		orden_id: uuid()
			.primaryKey()
			.references(() => ordenes.id, { onDelete: 'cascade' }),
		hora_at: moment('hora_at'),
		/** The customer's code. Staff never see it, as it proves the hand-over. */
		codigo: text(),
		/** How often an hour was agreed: each has its mail. */
		acuerdos: integer().notNull().default(0),
		hecha_at: moment('hecha_at'),
		hecha_por: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		recibe: text().notNull().default(''),
		/** The reason for a hand-over without the code; empty: with it. */
		sin_codigo: text().notNull().default(''),
		cobrado: integer(),
		vuelto: integer(),
		antes: jsonb().$type<BeforeDelivery>(),
		/** The idempotency keys of its presses. */
		claves: uuid().array().notNull().default([]),
	},
	(t) => [
		index('retiros_hecha').on(t.hecha_at).where(sql`${t.hecha_at} is not null`),
		check('retiros_hora', sql`(${t.hora_at} is null) = (${t.codigo} is null)`),
		check('retiros_dinero', sql`coalesce(${t.cobrado}, 0) >= 0 and coalesce(${t.vuelto}, 0) >= 0`),
	],
)

export type PickupRow = typeof retiros.$inferSelect
export type RoundRow = typeof rondas.$inferSelect
export type StopRow = typeof paradas.$inferSelect

/** An alert about a round is deleted with the round. */
export const roundOfAlert = (avisos: { readonly ronda_id: ExtraConfigColumn }) =>
	foreignKey({ columns: [avisos.ronda_id], foreignColumns: [rondas.id] }).onDelete('cascade')
