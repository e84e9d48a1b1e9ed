import { sql } from 'drizzle-orm'
import { integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { gatewayMethods } from '#core/rules/payment-methods.ts'
import { createdAt, moment } from '#core/server/db/columns.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { trialStates } from '#modules/first-day/first-day.ts'

/** Payments of the lowest amount by which the owner tries a gateway; each is given back at once. */
export const pagosPrueba = pgTable(
	'pagos_prueba',
	{
		/** The reference that the gateway stores and returns; also our name of its refund. */
		id: uuid().primaryKey(),
		gateway: text({ enum: gatewayMethods }).notNull(),
		/** CLP. */
		monto: integer().notNull(),
		estado: text({ enum: trialStates }).notNull(),
		gateway_ref: text(),
		url: text(),
		pago_id: text(),
		/** CLP that the gateway reported as refunded before our refund was sent. */
		devuelto_antes: integer(),
		devolucion_id: text(),
		/** Null: a deleted account. */
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		created_at: createdAt(),
		/** When it was paid and the refund requested; null before. */
		pedida_at: moment('pedida_at'),
	},
	(t) => [
		// One at a time: a second one would hide the first, which may be paid.
		uniqueIndex('pagos_prueba_abierto').on(t.gateway).where(sql`${t.estado} in ('abierto', 'devolviendo')`),
	],
)
export type TrialRow = typeof pagosPrueba.$inferSelect
