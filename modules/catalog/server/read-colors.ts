import { asc } from 'drizzle-orm'
import type { Queryable } from '#core/server/db/database.ts'
import { builtInColors, type Color, isBuiltIn } from '#modules/catalog/colors.ts'
import { colores } from '#modules/catalog/tables.ts'

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
