import type { ExtraConfigColumn, ForeignKeyBuilder } from 'drizzle-orm/pg-core'
import { roundOfAlert } from '#modules/rounds/tables.ts'

/** The foreign keys of `avisos`, for the tables of modules that alert staff. */
export const alertKeys: readonly ((avisos: { readonly ronda_id: ExtraConfigColumn }) => ForeignKeyBuilder)[] = [
	roundOfAlert,
]
