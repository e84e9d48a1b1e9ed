import { asc } from 'drizzle-orm'
import { builtInColors, type Color, isBuiltIn } from '#domain/catalog/colors.ts'
import type { Queryable } from '#server/db/database.ts'
import { colores } from '#server/db/tables/catalog.ts'

export interface ColorRecord {
	readonly color: Color
	/** Only of colours that staff added. */
	readonly muestra?: string
	/** The owner's photo; a colour added by staff is hidden without one. */
	readonly foto?: string
}

/** Every colour: the four built-in ones, then those added by staff, the oldest first. */
export async function readColors(db: Queryable): Promise<ColorRecord[]> {
	const rows = await db.select().from(colores).orderBy(asc(colores.created_at), asc(colores.color))
	const records = rows.map(({ color, muestra, foto }) => ({
		color,
		...(muestra !== null && { muestra }),
		...(foto !== null && { foto }),
	}))
	const four = builtInColors.map((color) => records.find((record) => record.color === color) ?? { color })
	return [...four, ...records.filter(({ color }) => !isBuiltIn(color))]
}
