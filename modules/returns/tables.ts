import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { isOneOf, moment } from '#core/server/db/columns.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { ordenes, ordenLineas } from '#modules/orders/tables.ts'
import { handBackWays, remedies, returnKinds, returnStates, unitConditions } from '#modules/returns/return-rules.ts'

/** Units of a delivered order that come back: a withdrawal, a warranty claim, or what staff accept. Money is in `devoluciones`. */
export const retornos = pgTable(
	'retornos',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		orden_id: uuid()
			.notNull()
			.references(() => ordenes.id, { onDelete: 'cascade' }),
		tipo: text({ enum: returnKinds }).notNull(),
		opcion: text({ enum: remedies }).notNull(),
		vuelta: text({ enum: handBackWays }).notNull(),
		estado: text({ enum: returnStates }).notNull().default('pedido'),
		/** The customer's notice, from which the days for the money count. */
		pedido_at: moment('pedido_at').notNull(),
		/** The last day for the money, `YYYY-MM-DD` of Santiago; null: none is owed. */
		dinero_hasta: text(),
		recibido_at: moment('recibido_at'),
		/** When it ended, closed or annulled. */
		cerrado_at: moment('cerrado_at'),
		/** The customer's words, and the note of staff; both may be empty. */
		motivo: text().notNull().default(''),
		nota: text().notNull().default(''),
		/** What the customer reads at the end. */
		respuesta: text().notNull().default(''),
		/** Who opened it for the customer; null: the customer. */
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		/** Its refund, in `devoluciones` or `devoluciones_a_mano`: of one return alone. */
		devolucion_id: uuid(),
		/** The order of the units that the customer got in exchange. */
		reemplazo_id: uuid().references(() => ordenes.id, { onDelete: 'set null' }),
		/** The idempotency key of its request. */
		clave: text().notNull(),
	},
	(t) => [
		uniqueIndex('retornos_clave').on(t.clave),
		uniqueIndex('retornos_devolucion').on(t.devolucion_id),
		index('retornos_orden').on(t.orden_id),
		index('retornos_pedido').on(t.pedido_at),
		index('retornos_abiertos').on(t.dinero_hasta, t.pedido_at).where(sql`${t.estado} in ('pedido', 'recibido')`),
		check('retornos_tipo', isOneOf(t.tipo, returnKinds)),
		check('retornos_opcion', isOneOf(t.opcion, remedies)),
		check('retornos_vuelta', isOneOf(t.vuelta, handBackWays)),
		check('retornos_estado', isOneOf(t.estado, returnStates)),
		check('retornos_fin', sql`(${t.estado} in ('cerrado', 'anulado')) = (${t.cerrado_at} is not null)`),
	],
)

/** The units of a return, by the line of its order. */
export const retornoLineas = pgTable(
	'retorno_lineas',
	{
		retorno_id: integer()
			.notNull()
			.references(() => retornos.id, { onDelete: 'cascade' }),
		orden_id: uuid().notNull(),
		posicion: integer().notNull(),
		/** Announced, then how many arrived, how, and how many of them went to the shelf; null before the receipt. */
		cantidad: integer().notNull(),
		recibida: integer(),
		condicion: text({ enum: unitConditions }),
		a_stock: integer(),
	},
	(t) => [
		primaryKey({ columns: [t.retorno_id, t.posicion] }),
		index('retorno_lineas_orden').on(t.orden_id, t.posicion),
		foreignKey({
			name: 'retorno_lineas_linea',
			columns: [t.orden_id, t.posicion],
			foreignColumns: [ordenLineas.orden_id, ordenLineas.posicion],
		}).onDelete('cascade'),
		check('retorno_lineas_cantidad', sql`${t.cantidad} >= 1`),
		check('retorno_lineas_recibida', sql`${t.recibida} between 0 and ${t.cantidad}`),
		check('retorno_lineas_stock', sql`${t.a_stock} between 0 and ${t.recibida}`),
		check('retorno_lineas_condicion', isOneOf(t.condicion, unitConditions)),
	],
)

export type ReturnRow = typeof retornos.$inferSelect
