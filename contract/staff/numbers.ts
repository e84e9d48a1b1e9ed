/** GET /api/admin_exportar/{archivo}: the tables of the numbers that decide, as they stand now or were in a period. */
export const numbersFiles = ['reposicion.csv'] as const
export type NumbersFile = (typeof numbersFiles)[number]
