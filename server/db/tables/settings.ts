import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { settingKeys } from '#domain/settings/settings.ts'
import { createdAt, moment } from '#server/db/tables/columns.ts'

/** What staff set in the panel: one row a setting that was ever changed. Which there are is domain/settings/settings.ts. */
export const ajustes = pgTable('ajustes', {
	clave: text({ enum: settingKeys }).primaryKey(),
	/** Read with readSettingText; empty where nothing is set. */
	valor: text().notNull(),
	/** Counts the changes; the audit log tells each. */
	version: integer().notNull(),
	updated_at: moment('updated_at').notNull().defaultNow(),
})

/** What staff were told of and that still lasts, so that each episode is told once. */
export const episodios = pgTable('episodios', {
	clave: text({ enum: ['stock_reservado'] }).primaryKey(),
	created_at: createdAt(),
})
