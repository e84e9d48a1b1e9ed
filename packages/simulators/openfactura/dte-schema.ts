import { z } from 'zod'
import { type Refusal, refusal } from './failures.ts'

const text = (longest: number) => z.string().min(1).max(longest)
const pesos = z.number().int().nonnegative()
const day = z.string()
const number = z.number().positive()
/** Codes are numbers or texts. */
const code = (...values: number[]) => z.union(values.flatMap((value) => [z.literal(value), z.literal(String(value))]))

const line = z.strictObject({
	NroLinDet: z.number().int().positive(),
	IndExe: code(1, 2).optional(),
	NmbItem: z.string().min(1).max(1_000),
	DscItem: text(1_000).optional(),
	QtyItem: number,
	UnmdItem: text(4).optional(),
	PrcItem: number,
	DescuentoMonto: pesos.optional(),
	RecargoMonto: pesos.optional(),
	MontoItem: pesos,
})
const discount = z.strictObject({
	NroLinDR: z.number().int().positive(),
	TpoMov: z.enum(['D', 'R']),
	GlosaDR: text(45).optional(),
	TpoValor: z.literal('$'),
	ValorDR: number,
})
const reference = z.strictObject({
	NroLinRef: z.number().int().positive(),
	TpoDocRef: text(3),
	FolioRef: text(18),
	FchRef: day,
	CodRef: code(1, 2, 3),
	RazonRef: text(90).optional(),
})
const place = { CdgSIISucur: text(9).optional(), DirOrigen: text(70), CmnaOrigen: text(20) }
const receiver = {
	RUTRecep: z.string(),
	Contacto: text(80).optional(),
	CorreoRecep: text(80).optional(),
	CiudadRecep: text(20).optional(),
}
const lines = {
	Detalle: z.array(line).min(1).max(60),
	DscRcgGlobal: z.array(discount).max(20).optional(),
}

const boletaSchema = z.strictObject({
	Encabezado: z.strictObject({
		IdDoc: z.strictObject({
			TipoDTE: code(39),
			Folio: z.literal(0),
			FchEmis: day,
			IndServicio: code(1, 2, 3, 4),
			MedioPago: code(1, 2, 3, 4, 5).optional(),
		}),
		Emisor: z.strictObject({ RUTEmisor: z.string(), RznSocEmisor: text(100), GiroEmisor: text(80), ...place }),
		Receptor: z.strictObject({
			...receiver,
			RznSocRecep: text(100).optional(),
			DirRecep: text(70).optional(),
			CmnaRecep: text(20).optional(),
		}),
		Totales: z.strictObject({
			MntNeto: pesos,
			IVA: pesos,
			MntTotal: pesos,
			TotalPeriodo: pesos.optional(),
			VlrPagar: pesos.optional(),
		}),
	}),
	...lines,
	Referencia: z.array(reference).max(40).optional(),
})

const invoiceSchema = z.strictObject({
	Encabezado: z.strictObject({
		IdDoc: z.strictObject({
			TipoDTE: code(33, 61),
			Folio: z.literal(0),
			FchEmis: day,
			TpoTranVenta: code(1, 2, 3).optional(),
			FmaPago: code(1, 2, 3).optional(),
			IndNoRebaja: code(1).optional(),
			MntBruto: code(1).optional(),
		}),
		Emisor: z.strictObject({
			RUTEmisor: z.string(),
			RznSoc: text(100),
			GiroEmis: text(80),
			Acteco: z.number().int().positive(),
			...place,
		}),
		Receptor: z.strictObject({
			...receiver,
			RznSocRecep: text(100),
			GiroRecep: text(1_000),
			DirRecep: text(70),
			CmnaRecep: text(20),
		}),
		Totales: z.strictObject({ MntNeto: pesos, TasaIVA: code(19), IVA: pesos, MntTotal: pesos }),
	}),
	...lines,
	Referencia: z.array(reference).max(40).optional(),
})

export type Dte = z.output<typeof boletaSchema> | z.output<typeof invoiceSchema>
export type DteType = 33 | 39 | 61

const bodySchema = z.looseObject({
	dte: z.looseObject({ Encabezado: z.looseObject({ IdDoc: z.looseObject({ TipoDTE: z.unknown() }) }) }),
	response: z.array(z.string()).default([]),
})
const schemas: Readonly<Record<string, z.ZodType<Dte>>> = { 39: boletaSchema, 33: invoiceSchema, 61: invoiceSchema }

/** Returns the value at a path. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>((part, key) => Object.getOwnPropertyDescriptor(Object(part), key)?.value, value)
}

/** Returns the error of a field: `OF-02` when missing, `OF-08` when its schema rejects the value. */
function schemaRefusal(dte: unknown, issues: readonly z.core.$ZodIssue[]): Refusal {
	const missing = issues.filter((issue) => valueAt(dte, issue.path) === undefined)
	const shown = missing.length > 0 ? missing : issues
	const details = shown.map((issue) => ({ field: issue.path.join('.') || 'dte', issue: issue.message }))
	return { code: missing.length > 0 ? 'OF-02' : 'OF-08', details }
}

/** Validates the format of a document; `check-dte.ts` checks its totals. */
export function readEmission(body: unknown): { dte: Dte; type: DteType; response: readonly string[] } | Refusal {
	const read = bodySchema.safeParse(body)
	if (!read.success) return refusal('OF-01', read.error.issues[0]?.path.join('.') || 'dte', 'Dato obligatorio')
	const type = Number(read.data.dte.Encabezado.IdDoc.TipoDTE)
	const schema = schemas[type]
	if (!schema) return refusal('OF-05', 'TipoDTE', `${type} no soportado`)
	const dte = schema.safeParse(read.data.dte)
	if (!dte.success) return schemaRefusal(read.data.dte, dte.error.issues)
	return { dte: dte.data, type: type as DteType, response: read.data.response }
}
