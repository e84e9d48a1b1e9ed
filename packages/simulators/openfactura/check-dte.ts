import type { Dte, DteType } from './dte-schema.ts'
import { type Refusal, refusal } from './failures.ts'
import { anybody, isProviderRut } from './rut.ts'

/** Totals of a document as recalculated by the provider. */
export function expectedTotals(dte: Dte): { MntNeto: number; IVA: number; MntTotal: number } {
	const { IdDoc } = dte.Encabezado
	const moves = (dte.DscRcgGlobal ?? []).map(({ TpoMov, ValorDR }) => (TpoMov === 'D' ? -ValorDR : ValorDR))
	const sum = [...dte.Detalle.map((line) => line.MontoItem), ...moves].reduce((total, part) => total + part, 0)
	if (Number(IdDoc.TipoDTE) === 39 || 'MntBruto' in IdDoc) {
		const net = Math.round(sum / 1.19)
		return { MntNeto: net, IVA: sum - net, MntTotal: sum }
	}
	const tax = Math.round(sum * 0.19)
	return { MntNeto: sum, IVA: tax, MntTotal: sum + tax }
}

function wrongLine(dte: Dte): Refusal | undefined {
	for (const [at, line] of dte.Detalle.entries()) {
		if (line.NroLinDet !== at + 1) return refusal('OF-10', 'NroLinDet', `Número erróneo : ${at + 1}`)
		const amount = Math.round(line.QtyItem * line.PrcItem) - (line.DescuentoMonto ?? 0) + (line.RecargoMonto ?? 0)
		if (line.MontoItem !== amount) return refusal('OF-10', 'MontoItem', `Monto erróneo : ${amount}`)
	}
	return undefined
}

function wrongTotal(dte: Dte): Refusal | undefined {
	const { Totales } = dte.Encabezado
	const expected = expectedTotals(dte)
	if (expected.MntTotal <= 0) return refusal('OF-10', 'MntTotal', 'Monto debe ser mayor que 0')
	const wrong = (['MntNeto', 'IVA', 'MntTotal'] as const)
		.filter((name) => Totales[name] !== expected[name])
		.map((field) => ({ field, issue: `Monto erróneo : ${expected[field]}` }))
	if (wrong.length > 0) return { code: 'OF-10', details: wrong }
	for (const [field, amount] of Object.entries(Totales))
		if ((field === 'VlrPagar' || field === 'TotalPeriodo') && amount !== Totales.MntTotal)
			return refusal('OF-10', field, `Monto erróneo : ${Totales.MntTotal}`)
	return undefined
}

const dayIn = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Santiago' })

/** Returns today in Chile, `AAAA-MM-DD`. */
export const today = (now: Date) => dayIn.format(now)

function wrongDay(text: string, now: Date): boolean {
	const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
	return !isDay || text > today(now)
}

function wrongPeople(dte: Dte, type: DteType, uf135: number): Refusal | undefined {
	const { Emisor, Receptor, IdDoc, Totales } = dte.Encabezado
	if (!isProviderRut(Emisor.RUTEmisor)) return refusal('OF-10', 'RUTEmisor', 'Rut inválido')
	if (!isProviderRut(Receptor.RUTRecep)) return refusal('OF-10', 'RUTRecep', 'Rut inválido')
	if (type === 33 && Receptor.RUTRecep === anybody) return refusal('OF-10', 'RUTRecep', 'Rut genérico')
	if (type !== 39 || Totales.MntTotal <= uf135) return undefined
	if (Receptor.RUTRecep === anybody) return refusal('OF-10', 'RUTRecep', 'Obligatorio sobre 135 UF')
	if (!Receptor.RznSocRecep) return refusal('OF-10', 'RznSocRecep', 'Obligatorio sobre 135 UF')
	return 'MedioPago' in IdDoc ? undefined : refusal('OF-10', 'MedioPago', 'Obligatorio sobre 135 UF')
}

/** Returns the errors of a well-formed document; a rejected one uses no folio. */
export function checkDte(
	dte: Dte,
	about: { type: DteType; emisor: string; now: Date; uf135: number },
): Refusal | undefined {
	const { IdDoc, Emisor } = dte.Encabezado
	const people = wrongPeople(dte, about.type, about.uf135)
	if (people) return people
	if (Emisor.RUTEmisor !== about.emisor) return refusal('OF-03', 'RUTEmisor', 'La llave no es de esta empresa')
	if (wrongDay(IdDoc.FchEmis, about.now)) return refusal('OF-10', 'FchEmis', 'Fecha Incorrecta')
	if (about.type === 61 && dte.Referencia?.length !== 1) return refusal('OF-02', 'Referencia', 'Campo obligatorio')
	return wrongLine(dte) ?? wrongTotal(dte)
}
