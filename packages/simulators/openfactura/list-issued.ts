import { z } from 'zod'
import { type Refusal, refusal } from './failures.ts'
import type { Issued } from './records.ts'

const pageSize = 30
const operators = {
	eq: (a: string | number, b: string | number) => a === b,
	ne: (a: string | number, b: string | number) => a !== b,
	lt: (a: string | number, b: string | number) => a < b,
	gt: (a: string | number, b: string | number) => a > b,
	lte: (a: string | number, b: string | number) => a <= b,
	gte: (a: string | number, b: string | number) => a >= b,
}
const operatorNames = Object.keys(operators) as [keyof typeof operators, ...(keyof typeof operators)[]]
const filter = <T extends z.ZodType<string | number>>(value: T) =>
	z.partialRecord(z.enum(operatorNames), value).optional()
const filtersSchema = z
	.object({
		RUTRecep: filter(z.coerce.number<string | number>()),
		TipoDTE: filter(z.coerce.number<string | number>()),
		FchEmis: filter(z.string()),
		Page: z.coerce.number().int().positive().default(1),
	})
	.catchall(z.unknown())

function row({ dte, token, tipo, folio, created_at }: Issued) {
	const { IdDoc, Receptor, Totales } = dte.Encabezado
	const [digits = '', sign = ''] = Receptor.RUTRecep.split('-')
	return {
		RUTRecep: Number(digits),
		DV: sign,
		RznSocRecep: Receptor.RznSocRecep ?? null,
		TipoDTE: tipo,
		Folio: folio,
		FchEmis: IdDoc.FchEmis,
		FechaRecibido: created_at.replace('T', ' ').replace('Z', ''),
		MntExe: 0,
		MntNeto: Totales.MntNeto,
		IVA: Totales.IVA,
		MntTotal: Totales.MntTotal,
		FmaPago: 0,
		Token: token,
	}
}

/** Returns a page of issued documents, newest first; unknown filters are ignored. */
export function listIssued(all: readonly Issued[], body: unknown) {
	const read = filtersSchema.safeParse(body ?? {})
	if (!read.success) return refusal('OF-10', 'Error', 'Operador no encontrado') satisfies Refusal
	const { RUTRecep, TipoDTE, FchEmis, Page } = read.data
	const matches = (bounds: Partial<Record<string, string | number>> | undefined, value: string | number) =>
		Object.entries(bounds ?? {}).every(([name, bound]) => {
			const compare = operators[name as keyof typeof operators]
			return bound !== undefined && compare(value, bound)
		})
	const found = all
		.map(row)
		.filter((one) => matches(RUTRecep, one.RUTRecep) && matches(TipoDTE, one.TipoDTE) && matches(FchEmis, one.FchEmis))
		.reverse()
	const data = found.slice((Page - 1) * pageSize, Page * pageSize)
	return { current_page: Page, last_page: Math.max(1, Math.ceil(found.length / pageSize)), data, total: found.length }
}
