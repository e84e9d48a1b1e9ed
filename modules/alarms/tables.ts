import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#core/server/db/columns.ts'

/** What went wrong in the shop: one row for each alarm that ever stood. */
export const alarmas = pgTable('alarmas', {
	/** Of `Alarm`. */
	clave: text().primaryKey(),
	texto: text().notNull(),
	que_hacer: text().notNull(),
	/** The query of its place in the panel. */
	lugar: text(),
	desde: moment('desde').notNull(),
	/** Null while it stands. */
	terminada_at: moment('terminada_at'),
	/** The last mail that told of its beginning or end. Older than the last of these: a mail is due. */
	avisada_at: moment('avisada_at'),
})

export type AlarmRow = typeof alarmas.$inferSelect
