import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
	estadosEntrega,
	estadosRonda,
	motivosNoEntrega,
	pasosSiguientes,
	tiposPulsacion,
} from '#domain/rounds/delivery-state.ts'
import type { FuenteTiempos } from '#domain/rounds/driving-source.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { createdAt, isOneOf, moment } from '#server/db/tables/columns.ts'
import { ordenes } from '#server/db/tables/orders.ts'

/** Driving between the shop (place 0) and the orders, in the order of `ordenes`: whole seconds and metres. */
export interface DrivingTimes {
	readonly ordenes: readonly string[]
	readonly segundos: readonly (readonly number[])[]
	readonly metros: readonly (readonly number[])[]
	/** Who measured it. */
	readonly fuente: FuenteTiempos
	/** Somewhere by straight lines, not by roads. */
	readonly estimada: boolean
}

/** What an order was before it was handed over, to go back to when a press is undone. */
export interface BeforeDelivery {
	readonly estado: (typeof ordenes.$inferSelect)['estado']
	readonly expires_at: string | null
	readonly pagada_at: string | null
	readonly pagado_a_mano: number | null
}

/** Rounds of the shop's own car. */
export const rondas = pgTable(
	'rondas',
	{
		id: uuid().primaryKey(),
		numero: integer().notNull().generatedAlwaysAsIdentity(),
		estado: text({ enum: estadosRonda }).notNull().default('borrador'),
		/** When the car leaves the shop: as planned, and as it did once it has left. */
		salida_at: moment('salida_at').notNull(),
		repartidor_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		minutos_parada: integer().notNull(),
		tiempos: jsonb().$type<DrivingTimes>().notNull(),
		/** What it drives from the shop and back, in metres, and the seconds until it is there again: of stops that were visited or still are to be. */
		metros: integer().notNull().default(0),
		segundos: integer().notNull().default(0),
		/** The key of the click that planned it. */
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

/** The stops of rounds: one try to hand one order over. */
export const paradas = pgTable(
	'paradas',
	{
		id: uuid().primaryKey(),
		/** Tells stops of one moment apart in lists. */
		numero: integer().notNull().generatedAlwaysAsIdentity(),
		ronda_id: uuid()
			.notNull()
			.references(() => rondas.id, { onDelete: 'cascade' }),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id, { onDelete: 'cascade' }),
		posicion: integer().notNull(),
		/** Staff put it at its place: a better order does not move it. */
		fijada: boolean().notNull().default(false),
		estado: text({ enum: estadosEntrega }).notNull().default('por_preparar'),
		/** When the car is expected, and the arrival that its customer was last told. */
		llega_at: moment('llega_at').notNull(),
		avisada_at: moment('avisada_at'),
		/** When it was handed over or not, as the courier's phone tells. */
		hecha_at: moment('hecha_at'),
		/** When the shop learnt of it. */
		registrada_at: moment('registrada_at'),
		hecha_por: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		/** When it was handed over or not or, before that, is expected: the lists' order. */
		fecha_at: moment('fecha_at').notNull().generatedAlwaysAs(sql`coalesce(hecha_at, llega_at)`),
		/** It is over, and the car came later than its customer was told or promised. */
		atrasada: boolean().notNull().default(false),
		recibe: text().notNull().default(''),
		motivo: text({ enum: motivosNoEntrega }),
		nota: text().notNull().default(''),
		/** What the courier decided for an order that nobody took; null: another round, or it was not asked. */
		sigue: text({ enum: pasosSiguientes }),
		/** Pesos in cash: what the order cost, and what was given back of what was handed over. */
		cobrado: integer(),
		vuelto: integer(),
		antes: jsonb().$type<BeforeDelivery>(),
	},
	(t) => [
		uniqueIndex('paradas_numero').on(t.numero),
		index('paradas_ronda').on(t.ronda_id, t.posicion),
		index('paradas_orden').on(t.orden_id),
		// The list of deliveries walks these, and the numbers of a period are summed up from the first alone.
		index('paradas_fecha').on(t.fecha_at, t.numero, t.estado, t.atrasada, t.motivo),
		index('paradas_estado').on(t.estado, t.fecha_at, t.numero),
		index('paradas_atrasada').on(t.fecha_at, t.numero).where(sql`${t.atrasada}`),
		index('paradas_hecha_por').on(t.hecha_por, t.fecha_at, t.numero),
		// An order is on one way at a time, whoever plans.
		uniqueIndex('paradas_abierta').on(t.orden_id).where(sql`${t.estado} in ('por_preparar', 'en_ruta')`),
		check('paradas_estado_conocido', isOneOf(t.estado, estadosEntrega)),
		check('paradas_motivo', sql`(${t.estado} = 'no_entregada') = (${t.motivo} is not null)`),
		check('paradas_sigue', sql`${t.sigue} in ('otra_ronda', 'anular')`),
		check('paradas_dinero', sql`coalesce(${t.cobrado}, 0) >= 0 and coalesce(${t.vuelto}, 0) >= 0`),
	],
)

/** Every press at a door by the key that the phone gave it: what is sent again is not done again. */
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

/** Photos that couriers took at doors; the bytes are among the shop's private files. */
export const fotosEntrega = pgTable(
	'fotos_entrega',
	{
		/** The key that the phone gave it: what is sent again is not kept again. */
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

/** What was agreed for an order that is picked up, and how it was handed over. */
export const retiros = pgTable(
	'retiros',
	{
		orden_id: uuid()
			.primaryKey()
			.references(() => ordenes.id, { onDelete: 'cascade' }),
		hora_at: moment('hora_at'),
		/** What its customer shows. Staff are never told: it proves that they met. */
		codigo: text(),
		/** How often an hour was agreed: each has its mail. */
		acuerdos: integer().notNull().default(0),
		hecha_at: moment('hecha_at'),
		hecha_por: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		recibe: text().notNull().default(''),
		/** Why it was handed over without its code; empty: with it. */
		sin_codigo: text().notNull().default(''),
		cobrado: integer(),
		vuelto: integer(),
		antes: jsonb().$type<BeforeDelivery>(),
		/** The keys of the presses that did something: what is sent again is not done again. */
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
