import { boolean, pgTable, text } from 'drizzle-orm/pg-core'

/** The owner's corrections of the configured processors, and processors that the owner added. Null: as configured. */
export const encargados = pgTable('encargados', {
	/** The configured processor's key; an added one has a UUID. */
	clave: text().primaryKey(),
	nombre: text(),
	finalidad: text(),
	pais: text(),
	enlace: text(),
	/** Not shown to customers. */
	oculto: boolean().notNull().default(false),
})
