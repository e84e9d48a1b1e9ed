import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { settingKeys } from '#domain/settings/settings.ts'
import { recordedSteps } from '#domain/staff/first-day.ts'
import { usuarios } from '#server/db/tables/accounts.ts'
import { createdAt, moment } from '#server/db/tables/columns.ts'

/** What the owner set: one row a setting that was ever set. Which there are is domain/settings/settings.ts. */
export const ajustes = pgTable('ajustes', {
	clave: text({ enum: settingKeys }).primaryKey(),
	/** Read with readSettingText; empty where nothing is set. */
	valor: text().notNull(),
	/** The environment says it: nobody changes it in the panel. */
	fijo: boolean().notNull().default(false),
	version: integer().notNull(),
	updated_at: moment('updated_at').notNull().defaultNow(),
})

/** Every value that somebody ever set a setting to, so that one can go back to it. */
export const ajustesVersiones = pgTable(
	'ajustes_versiones',
	{
		clave: text({ enum: settingKeys }).notNull(),
		version: integer().notNull(),
		valor: text().notNull(),
		/** Null: the shop itself, or an account that is gone. */
		usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
		created_at: createdAt(),
	},
	(t) => [primaryKey({ columns: [t.clave, t.version] })],
)

/** What of the first day's list was done and nothing else tells. */
export const primerDia = pgTable('primer_dia', {
	paso: text({ enum: recordedSteps }).primaryKey(),
	/** What was found, for the owner to read. */
	texto: text().notNull(),
	/** Null: done outside of the panel, or by an account that is gone. */
	usuario_id: integer().references(() => usuarios.id, { onDelete: 'set null' }),
	hecho_at: moment('hecho_at').notNull(),
})

/** What staff were told of and that still lasts, so that each episode is told once. */
export const episodios = pgTable('episodios', {
	clave: text({ enum: ['stock_reservado'] }).primaryKey(),
	created_at: createdAt(),
})
