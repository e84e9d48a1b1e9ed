import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, moment } from '#core/server/db/columns.ts'
import type { KeyedProvider } from '#core/server/platform/provider-key.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { settingKeys } from '#modules/settings/settings.ts'

/** The owner's settings: one row per setting ever set. They are defined in modules/settings/settings.ts. */
export const ajustes = pgTable('ajustes', {
	clave: text({ enum: settingKeys }).primaryKey(),
	/** Read with readSettingText; empty when unset. */
	valor: text().notNull(),
	/** Set by the environment: read-only in the panel. */
	fijo: boolean().notNull().default(false),
	version: integer().notNull(),
	updated_at: moment('updated_at').notNull().defaultNow(),
})

/** Every value that a setting ever had, so that it can be restored. */
export const ajustesVersiones = pgTable(
	'ajustes_versiones',
	{
		clave: text({ enum: settingKeys }).notNull(),
		version: integer().notNull(),
		valor: text().notNull(),
		/** Null: the shop itself, or a deleted account. */
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		created_at: createdAt(),
	},
	(t) => [primaryKey({ columns: [t.clave, t.version] })],
)

/** Steps of the first day's list that no other table records. */
export const primerDia = pgTable('primer_dia', {
	/** `respaldo`: the newest backup on this disk; `respaldo_fuera`: the newest copy outside. */
	paso: text({ enum: ['pasarela', 'boleta', 'mapa', 'politicas', 'respaldo', 'respaldo_fuera'] }).primaryKey(),
	/** The result, for the owner. */
	texto: text().notNull(),
	/** Null: done outside the panel, or by a deleted account. */
	usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
	hecho_at: moment('hecho_at').notNull(),
})

/** Ongoing conditions that staff were notified of, so that each episode is notified once. */
export const episodios = pgTable('episodios', {
	clave: text().$type<'stock_reservado' | `llave_${KeyedProvider}`>().primaryKey(),
	created_at: createdAt(),
})
