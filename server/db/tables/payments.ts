import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { gatewayMethods } from '#domain/orders/metodo-pago.ts'
import { disputeKinds, disputeStates } from '#domain/payments/dispute.ts'
import { handRefundWays } from '#domain/payments/hand-refund.ts'
import { cardKinds, instalmentKinds } from '#domain/payments/payment-details.ts'
import { attemptStates, paymentDestinos, paymentStates, refundStates } from '#domain/payments/payment-states.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { createdAt, isOneOf, moment } from '#server/db/tables/columns.ts'
import { ordenes } from '#server/db/tables/orders.ts'

/** Tries to pay an order at a gateway. The gateway knows an attempt by its id. */
export const intentosPago = pgTable(
	'intentos_pago',
	{
		id: uuid().primaryKey(),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id),
		gateway: text({ enum: gatewayMethods }).notNull(),
		estado: text({ enum: attemptStates }).notNull(),
		monto: integer().notNull(),
		gateway_ref: text(),
		url: text(),
		created_at: createdAt(),
		updated_at: moment('updated_at').notNull().defaultNow(),
		expires_at: moment('expires_at').notNull(),
		/** Until when the gateway's page can be paid, where that is sooner; paying again after that opens a new attempt. */
		pagina_hasta: moment('pagina_hasta'),
		/** When the reconciler asks the gateway next; null when nothing more can come. */
		consultar_at: moment('consultar_at'),
		consultas: integer().notNull().default(0),
		/** When the last question was put that the gateway answered. */
		respondida_at: moment('respondida_at'),
		/** How many questions the gateway has left unanswered since. */
		sin_respuesta: integer().notNull().default(0),
	},
	(t) => [
		index('intentos_orden').on(t.orden_id),
		index('intentos_created').on(t.created_at, t.orden_id, t.estado),
		// Each gateway is asked by itself, and about what is paid after all that waits to be.
		index('intentos_por_consultar')
			.on(t.gateway, t.consultar_at)
			.where(sql`${t.consultar_at} is not null and ${t.estado} <> 'pagado'`),
		index('intentos_pagados_por_consultar')
			.on(t.gateway, t.consultar_at)
			.where(sql`${t.consultar_at} is not null and ${t.estado} = 'pagado'`),
		uniqueIndex('intentos_gateway_ref').on(t.gateway, t.gateway_ref),
		check('intentos_monto', sql`${t.monto} > 0`),
	],
)

/** Payments as the gateways tell them: one row each, kept forward only. */
export const pagos = pgTable(
	'pagos',
	{
		gateway: text({ enum: gatewayMethods }).notNull(),
		pago_id: text().notNull(),
		intento_id: uuid()
			.notNull()
			.references(() => intentosPago.id),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id),
		estado: text({ enum: paymentStates }).notNull(),
		monto: integer().notNull(),
		moneda: text().notNull(),
		devuelto: integer().notNull().default(0),
		/** 'aplicado': pays the order; 'por_devolver': does not pay it and has to go back, or has; 'caso': staff decide; null: none yet. */
		destino: text({ enum: paymentDestinos }),
		/** How it was made, as far as the gateway tells. */
		codigo_autorizacion: text(),
		autorizado_at: moment('autorizado_at'),
		tipo_tarjeta: text({ enum: cardKinds }),
		medio: text(),
		tipo_cuotas: text({ enum: instalmentKinds }),
		cuotas: integer(),
		monto_cuota: integer(),
		ultimos_digitos: text(),
		created_at: createdAt(),
		updated_at: moment('updated_at').notNull().defaultNow(),
	},
	(t) => [
		primaryKey({ columns: [t.gateway, t.pago_id] }),
		index('pagos_autorizacion').on(t.codigo_autorizacion),
		index('pagos_tarjeta').on(t.ultimos_digitos),
		index('pagos_orden').on(t.orden_id),
		// What gateways still have to pay out is among the newest.
		index('pagos_created').on(t.created_at),
		uniqueIndex('pagos_uno_aplicado').on(t.orden_id).where(sql`${t.destino} = 'aplicado'`),
		check('pagos_montos', sql`${t.monto} >= 0 and ${t.devuelto} >= 0`),
	],
)

/**
 * Refunds, never more than was paid (checked under the order's row lock). `pedida`: to be sent; `enviando`: sent, answer
 * missing; `en_curso`: the gateway decides; `en_duda`: nobody can tell whether it was made, so that it is never sent again.
 */
export const devoluciones = pgTable(
	'devoluciones',
	{
		id: uuid().primaryKey(),
		gateway: text({ enum: gatewayMethods }).notNull(),
		pago_id: text().notNull(),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id),
		monto: integer().notNull(),
		motivo: text().notNull(),
		estado: text({ enum: refundStates }).notNull(),
		devolucion_id: text(),
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		/** How it ended as staff found at the gateway, which may still say otherwise. */
		averiguado: text({ enum: refundStates }),
		/** Who is sending it (a token made up for that), and until when nobody else may. */
		reserva: uuid(),
		reservada_hasta: moment('reservada_hasta'),
		/** When it was last sent to the gateway without an answer being had; null: surely not under way. */
		enviada_at: moment('enviada_at'),
		/** Pesos that the gateway showed as given back before it was sent; null when it did not tell. */
		devuelto_antes: integer(),
		/** Until when who paid has to accept it, or it lapses; null where nobody has to. */
		aceptar_hasta: moment('aceptar_hasta'),
		/** When they were reminded of that. */
		recordada_at: moment('recordada_at'),
		/** The gateway did not make it: staff gave the money back by transfer. */
		por_transferencia: boolean().notNull().default(false),
		created_at: createdAt(),
		updated_at: moment('updated_at').notNull().defaultNow(),
	},
	(t) => [
		index('devoluciones_orden').on(t.orden_id),
		index('devoluciones_abiertas').on(t.updated_at).where(sql`${t.estado} not in ('hecha', 'rechazada')`),
		check('devoluciones_monto', sql`${t.monto} > 0`),
		check('devoluciones_estado', isOneOf(t.estado, refundStates)),
	],
)

/**
 * Transfers and cash that staff gave back: never more than the order brought without a gateway (checked under its row lock).
 */
export const devolucionesAMano = pgTable(
	'devoluciones_a_mano',
	{
		/** Made of the key under which it was written down, so that one click is one row. */
		id: uuid().primaryKey(),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id),
		monto: integer().notNull(),
		medio: text({ enum: handRefundWays }).notNull(),
		/** The day in Santiago on which the customer got it (AAAA-MM-DD). */
		fecha: date({ mode: 'string' }).notNull(),
		/** The bank's number of the transfer, or a few words; empty for none. */
		referencia: text().notNull().default(''),
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		created_at: createdAt(),
	},
	(t) => [
		index('devoluciones_a_mano_orden').on(t.orden_id),
		index('devoluciones_a_mano_fecha').on(t.fecha),
		check('devoluciones_a_mano_monto', sql`${t.monto} > 0`),
		check('devoluciones_a_mano_medio', isOneOf(t.medio, handRefundWays)),
	],
)

/** What is held against payments after they were made, as their gateways tell it: chargebacks, claims, warnings of fraud. */
export const disputas = pgTable(
	'disputas',
	{
		gateway: text({ enum: gatewayMethods }).notNull(),
		tipo: text({ enum: disputeKinds }).notNull(),
		/** What the gateway calls it; of a mediation and a warning, the payment's id. */
		disputa_id: text().notNull(),
		pago_id: text().notNull(),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id),
		/** `abierta`, or how it ended for the shop: `ganada`, `perdida`. */
		estado: text({ enum: disputeStates }).notNull(),
		responder_hasta: moment('responder_hasta'),
		/** When the gateway changed it last, by its own clock. */
		cambiada_at: moment('cambiada_at'),
		/** When the gateway is asked about it next; null once it is over. */
		consultar_at: moment('consultar_at'),
		created_at: createdAt(),
		updated_at: moment('updated_at').notNull().defaultNow(),
	},
	(t) => [
		primaryKey({ columns: [t.gateway, t.tipo, t.disputa_id] }),
		index('disputas_orden').on(t.orden_id),
		index('disputas_consultar').on(t.gateway, t.consultar_at).where(sql`${t.consultar_at} is not null`),
		check('disputas_tipo', isOneOf(t.tipo, disputeKinds)),
		check('disputas_estado', isOneOf(t.estado, disputeStates)),
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
		/** When staff refused it and asked for another; null: they did not. */
		rechazado_at: moment('rechazado_at'),
	},
	(t) => [index('comprobantes_orden').on(t.orden_id)],
)

export type RefundRow = typeof devoluciones.$inferSelect

export type PaymentRow = typeof pagos.$inferSelect

export type AttemptRow = typeof intentosPago.$inferSelect
