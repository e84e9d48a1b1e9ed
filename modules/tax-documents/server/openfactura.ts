import { z } from 'zod'
import {
	type Answer,
	callOpenfactura,
	errorOf,
	type OpenfacturaCalls,
	type ProviderError,
	unknown,
} from '#modules/tax-documents/server/openfactura-client.ts'
import { dteOf } from '#modules/tax-documents/server/openfactura-document.ts'
import type {
	DocumentFormat,
	Emisor,
	EmitResult,
	FileResult,
	FoliosResult,
	NoAnswer,
	RateLimited,
	StatusResult,
	TaxDocuments,
} from '#modules/tax-documents/server/tax-documents-port.ts'
import { tiposDocumento } from '#modules/tax-documents/tax-document.ts'

type Document = Parameters<TaxDocuments['emit']>[0]

/** The key's company, as the provider has it. */
export interface Organization {
	readonly kind: 'organization'
	readonly rut: string
	readonly razon_social: string
	readonly actividades: readonly string[]
	/** The tax authority's authorisation. */
	readonly resolucion: { readonly fecha: string; readonly numero: number } | undefined
}

/** OpenFactura behind the port, with the calls of the doctor. */
export interface Openfactura extends TaxDocuments {
	organization(): Promise<Organization | NoAnswer | RateLimited>
}

const whole = z.coerce.number().int()
const folio = whole.positive()
const token = z.string().min(1)
const emittedSchema = z.object({
	TOKEN: token,
	FOLIO: folio.optional().catch(undefined),
	WARNING: z.unknown().optional(),
})
const documentSchema = z.object({
	json: z.object({
		Encabezado: z.object({
			IdDoc: z.object({ TipoDTE: whole, Folio: folio }),
			Totales: z.object({ MntTotal: whole }),
		}),
	}),
})
const statusSchema = z.object({ estado: z.string() })
const foliosSchema = z.object({
	documentos: z.array(z.object({ dte: whole, disponibles: whole })),
})
const organizationSchema = z.object({
	rut: z.string(),
	razonSocial: z
		.string()
		.nullish()
		.transform((name) => name ?? ''),
	actividades: z
		.array(z.object({ codigoActividadEconomica: z.coerce.string() }))
		.catch([])
		.transform((list) => list.map((one) => one.codigoActividadEconomica)),
	resolucion: z.object({ fecha: z.string(), numero: whole }).optional().catch(undefined),
})

/** Codes of temporary failures: a retry may succeed. Only the blocked one surely did nothing. */
const passing: Readonly<Record<string, { didNothing: boolean }>> = {
	'OF-13': { didNothing: false },
	'OF-21': { didNothing: false },
	'OF-22': { didNothing: false },
	'OF-23': { didNothing: true },
}

const states: Readonly<Record<string, 'pendiente' | 'aceptado' | 'aceptado_con_reparos' | 'rechazado'>> = {
	aceptado: 'aceptado',
	'aceptado con reparo': 'aceptado_con_reparos',
	'aceptado con reparos': 'aceptado_con_reparos',
	rechazado: 'rechazado',
}

/** Haulmer's OpenFactura: emits documents, and manages the folios and the certificate. */
export function createOpenfactura(calls: OpenfacturaCalls, emisor: Emisor): Openfactura {
	const call = (path: string) => callOpenfactura(calls, path)
	return {
		emit: (document) => emit(calls, emisor, document),

		async status({ token: ref }): Promise<StatusResult> {
			const answer = await call(`/document/${encodeURIComponent(ref)}/status`)
			if (answer.kind !== 'answer') return answer
			const read = statusSchema.safeParse(answer.body)
			if (!read.success) return senseless(answer)
			const detail = read.data.estado.trim()
			return { kind: 'known', estado: states[detail.toLowerCase()] ?? 'pendiente', detail }
		},

		async file({ token: ref }, format): Promise<FileResult> {
			const answer = await call(`/document/${encodeURIComponent(ref)}/${format}`)
			return answer.kind === 'answer' ? readFile(answer, format) : answer
		},

		async folios(): Promise<FoliosResult> {
			const answer = await call('/organization/document')
			if (answer.kind !== 'answer') return answer
			const read = foliosSchema.safeParse(answer.body)
			if (!read.success) return senseless(answer)
			const remaining = tiposDocumento.flatMap((tipo) => {
				const found = read.data.documentos.find((one) => one.dte === tipo)
				return found ? [[tipo, Math.max(0, found.disponibles)] as const] : []
			})
			return { kind: 'folios', remaining: new Map(remaining) }
		},

		async organization() {
			const answer = await call('/organization')
			if (answer.kind !== 'answer') return answer
			const read = organizationSchema.safeParse(answer.body)
			if (!read.success) return senseless(answer)
			const { rut, razonSocial, actividades, resolucion } = read.data
			return { kind: 'organization', rut, razon_social: razonSocial, actividades, resolucion }
		},
	}
}

/** An answer without its required fields: rubbish, or the rejection of a read. */
function senseless(answer: Answer): NoAnswer {
	const { code, message } = errorOf(answer)
	return unknown(`an answer ${answer.status} made no sense: ${code} ${message}`.trim().slice(0, 200))
}

async function emit(calls: OpenfacturaCalls, emisor: Emisor, document: Document): Promise<EmitResult> {
	const answer = await callOpenfactura(calls, '/document', {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'idempotency-key': document.id },
		body: JSON.stringify({ response: ['FOLIO'], dte: dteOf(document, emisor) }),
	})
	if (answer.kind !== 'answer') return answer
	const made = emittedSchema.safeParse(answer.body)
	if (answer.status < 300 && made.success) {
		const { TOKEN, FOLIO, WARNING } = made.data
		if (FOLIO === undefined) return await lookUp(calls, TOKEN, document)
		return { kind: 'emitted', folio: FOLIO, token: TOKEN, warnings: warningsOf(WARNING) }
	}
	return answer.status < 400 ? senseless(answer) : await refusalOf(calls, errorOf(answer), document)
}

/** The reason of a rejection; a reused key returns the document made with it. */
async function refusalOf(calls: OpenfacturaCalls, error: ProviderError, document: Document): Promise<EmitResult> {
	const { code, details } = error
	const reason = reasonOf(error)
	if (code === 'OF-06') {
		const used = details.find(({ field }) => field === 'token')?.issue
		return used ? await lookUp(calls, used, document) : unknown(`a used key without its document: ${reason}`)
	}
	if (code === 'OF-07') return { kind: 'no_folios' }
	const later = passing[code]
	if (later) return unknown(`${code} ${reason}`, later.didNothing)
	// Without a code it may be another server's answer, such as a proxy's.
	return code ? { kind: 'refused', code, reason } : unknown(reason)
}

/** The provider's message, shortened for a case. */
function reasonOf({ message, details }: ProviderError): string {
	const fields = details.map(({ field, issue }) => `${field}: ${issue}`)
	return [message, ...fields].join('; ').slice(0, 300)
}

/** Reads the folio of a document that was made before. */
async function lookUp(calls: OpenfacturaCalls, used: string, document: Document): Promise<EmitResult> {
	const answer = await callOpenfactura(calls, `/document/${encodeURIComponent(used)}/json`)
	if (answer.kind !== 'answer') return answer.kind === 'unknown' ? { ...answer, didNothing: false } : unknown('limited')
	const found = documentSchema.safeParse(answer.body)
	if (!found.success) return senseless(answer)
	const { IdDoc, Totales } = found.data.json.Encabezado
	if (IdDoc.TipoDTE === document.tipo && Totales.MntTotal === document.total)
		return { kind: 'emitted', folio: IdDoc.Folio, token: used, warnings: [] }
	const reason = `la llave ya hizo otro documento: tipo ${IdDoc.TipoDTE}, folio ${IdDoc.Folio}, total ${Totales.MntTotal}`
	return { kind: 'refused', code: 'OF-06', reason }
}

function warningsOf(warning: unknown): string[] {
	if (warning === undefined || warning === null || warning === '') return []
	const list = Array.isArray(warning) ? warning : [warning]
	return list.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)).slice(0, 300))
}

const fileSchema = { pdf: z.object({ pdf: z.base64() }), xml: z.object({ xml: z.base64() }) }
const beginnings = { pdf: '%PDF-', xml: '<?xml' }

function readFile(answer: Answer, format: DocumentFormat): FileResult {
	if (errorOf(answer).code === 'OF-22') return { kind: 'missing' }
	const read = fileSchema[format].safeParse(answer.body)
	if (!read.success) return senseless(answer)
	const bytes = Buffer.from('pdf' in read.data ? read.data.pdf : read.data.xml, 'base64')
	const begins = bytes.subarray(0, beginnings[format].length).toString('latin1')
	return begins === beginnings[format] ? { kind: 'file', bytes } : unknown(`a file that is no ${format}`)
}
