import { roundOfAlert } from '#modules/rounds/tables.ts'

/** The foreign keys of `avisos`, for the tables of modules that alert staff. */
export const alertKeys = [roundOfAlert]
