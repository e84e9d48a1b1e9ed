import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { gatewayMethods } from '#core/rules/payment-methods.ts'
import { createdAt, isOneOf, moment } from '#core/server/db/columns.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { handRefundWays } from '#modules/orders/order-money.ts'
import {
	attemptStates,
	cardKinds,
	disputeKinds,
	disputeStates,
	gatewayCalls,
	instalmentKinds,
	paymentDestinos,
	paymentStates,
	refundStates,
} from '#modules/orders/payment-details.ts'
import { ordenes } from '#modules/orders/tables.ts'

/** Attempts to pay an order at a gateway. The gateway stores an attempt's id. */
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
		/** The expiry of the gateway's page, where it is earlier; a later payment opens a new attempt. */
		pagina_hasta: moment('pagina_hasta'),
		/** When the reconciler polls the gateway next; null when nothing more can change. */
		consultar_at: moment('consultar_at'),
		consultas: integer().notNull().default(0),
		/** The time of the last answered read. */
		respondida_at: moment('respondida_at'),
		/** Unanswered reads since the last answer. */
		sin_respuesta: integer().notNull().default(0),
	},
	(t) => [
		index('intentos_orden').on(t.orden_id),
		index('intentos_created').on(t.created_at, t.orden_id, t.estado),
		// Each gateway is polled separately, and paid attempts after the waiting ones.
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

/** Payments as reported by the gateways: one row each, never moved backwards. */
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
		/**
		 * 'aplicado': pays the order; 'por_devolver': does not pay it and is or will be refunded; 'caso': staff decide; null:
		 * undecided.
		 */
		destino: text({ enum: paymentDestinos }),
		/** The payment's details, as far as reported. */
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
		// Amounts still to be paid out are among the newest.
		index('pagos_created').on(t.created_at),
		uniqueIndex('pagos_uno_aplicado').on(t.orden_id).where(sql`${t.destino} = 'aplicado'`),
		check('pagos_montos', sql`${t.monto} >= 0 and ${t.devuelto} >= 0`),
	],
)

/**
 * Refunds, never above the payment (checked under the order's row lock). `pedida`: to be sent; `enviando`: sent without
 * an answer; `en_curso`: the gateway decides; `en_duda`: unknown whether it was made, so it is never sent again.
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
		/** The result that staff found at the gateway, which a later answer may contradict. */
		averiguado: text({ enum: refundStates }),
		/** The claim's token, and its expiry. */
		reserva: uuid(),
		reservada_hasta: moment('reservada_hasta'),
		/** The last unanswered send; null: surely not pending. */
		enviada_at: moment('enviada_at'),
		/** CLP that the gateway reported as refunded before it was sent; null when unknown. */
		devuelto_antes: integer(),
		/** Until when the payer has to accept it before it lapses; null without acceptance. */
		aceptar_hasta: moment('aceptar_hasta'),
		/** When the payer was reminded. */
		recordada_at: moment('recordada_at'),
		/** The gateway did not make it: staff refunded by transfer. */
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

/** Refunds of transfers and cash by staff: never above what was paid without a gateway (checked under the row lock). */
export const devolucionesAMano = pgTable(
	'devoluciones_a_mano',
	{
		/** Derived from the request's key, so that one click is one row. */
		id: uuid().primaryKey(),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id),
		monto: integer().notNull(),
		medio: text({ enum: handRefundWays }).notNull(),
		/** The day in Santiago on which the customer got it (AAAA-MM-DD). */
		fecha: date({ mode: 'string' }).notNull(),
		/** The bank's transfer number, or a short text; may be empty. */
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

/** Chargebacks, claims and fraud warnings about payments, as reported by their gateways. */
export const disputas = pgTable(
	'disputas',
	{
		gateway: text({ enum: gatewayMethods }).notNull(),
		tipo: text({ enum: disputeKinds }).notNull(),
		/** The gateway's id; of a mediation and a warning, the payment's id. */
		disputa_id: text().notNull(),
		pago_id: text().notNull(),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id),
		/** `abierta`, or its result for the shop: `ganada`, `perdida`. */
		estado: text({ enum: disputeStates }).notNull(),
		responder_hasta: moment('responder_hasta'),
		/** The gateway's last change, by its own clock. */
		cambiada_at: moment('cambiada_at'),
		/** When the gateway is polled next; null once it is over. */
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

/** Gateways whose last calls failed, since the last one that succeeded. */
export const pasarelasFallando = pgTable('pasarelas_fallando', {
	gateway: text({ enum: gatewayMethods }).primaryKey(),
	/** Failed calls in a row. */
	seguidas: integer().notNull(),
	desde: moment('desde').notNull(),
	/** What the last of them asked, and the gateway's answer, for staff. */
	llamada: text({ enum: gatewayCalls }).notNull(),
	respuesta: text().notNull(),
	/** It refused the shop's key, which `llave_rechazada` mails. */
	rechaza_llave: boolean().notNull(),
	/** The order of the last one. No foreign key: its lock would wait for the order's. */
	orden_id: uuid(),
})

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
		/** When staff rejected it; null: not rejected. */
		rechazado_at: moment('rechazado_at'),
		/** When the picture was deleted for its age; null: it is stored. */
		borrado_at: moment('borrado_at'),
	},
	(t) => [index('comprobantes_orden').on(t.orden_id)],
)

export type RefundRow = typeof devoluciones.$inferSelect

export type PaymentRow = typeof pagos.$inferSelect

export type AttemptRow = typeof intentosPago.$inferSelect
