import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { FaultSwitch } from '../faults.ts'
import { checkDte } from './check-dte.ts'
import { jsonOf, pdfOf, xmlOf } from './document-files.ts'
import { type Dte, type DteType, readEmission } from './dte-schema.ts'
import { type Refusal, refusal, refuse } from './failures.ts'
import { listIssued } from './list-issued.ts'
import type { Books, Issued } from './records.ts'
import { type RequestLimits, requestLimit } from './request-limit.ts'
import type { Outcome, Settings } from './settings.ts'

/** Company of a key. */
export interface Organization {
	/** `12345678-9`, without dots. */
	readonly rut: string
	readonly razonSocial: string
	readonly giro: string
	readonly acteco: number
	readonly direccion: string
	readonly comuna: string
}

export interface ApiParts {
	readonly books: Books
	readonly faults: FaultSwitch<Settings>
	readonly apiKey: string
	readonly organization: Organization
	readonly limits: RequestLimits
	readonly clock: () => Date
}

const warnings = {
	ninguna: {},
	texto: { WARNING: 'La razón social no coincide con la registrada' },
	lista: { WARNING: [{ field: 'RznSocEmisor', issue: 'No coincide con la registrada' }] },
} as const

const resolution = { fecha: '2026-01-01', numero: 0 }

const receiverOf = (dte: Dte) => dte.Encabezado.Receptor.RUTRecep

/** Returns the document that a nota de crédito (61) refers to, or the error. */
function findReferred(dte: Dte, type: DteType, books: Books): { refersTo: Issued | undefined } | Refusal {
	const [reference] = dte.Referencia ?? []
	if (type !== 61 || !reference) return { refersTo: undefined }
	const referred = books.numbered(Number(reference.TpoDocRef), Number(reference.FolioRef))
	const name = `${reference.TpoDocRef}-${reference.FolioRef}`
	if (!referred || books.state(referred) === 'Rechazado') return refusal('OF-09', 'FolioRef', `${name} no existe`)
	if (referred.dte.Encabezado.IdDoc.FchEmis !== reference.FchRef)
		return refusal('OF-09', 'FchRef', `Fecha errónea : ${referred.dte.Encabezado.IdDoc.FchEmis}`)
	// Our assumption: the receiver of a factura also receives its note. A note about a boleta may name a consumer, as ours
	// does.
	if (referred.tipo === 33 && receiverOf(referred.dte) !== receiverOf(dte))
		return refusal('OF-10', 'RUTRecep', `Rut erróneo : ${receiverOf(referred.dte)}`)
	if (books.annulment(referred.token)) return refusal('OF-09', 'FolioRef', `${name} ya está anulado`)
	const [total, most] = [dte, referred.dte].map((one) => one.Encabezado.Totales.MntTotal)
	const isWrong = Number(reference.CodRef) === 1 ? total !== most : Number(total) > Number(most)
	return isWrong ? refusal('OF-10', 'MntTotal', `Monto erróneo : ${most}`) : { refersTo: referred }
}

/** A note about a document unknown to the tax authority is rejected by it (REF-3-750). */
function outcomeOf({ refersTo }: { refersTo: Issued | undefined }, books: Books, settings: Settings): Outcome {
	return refersTo && books.state(refersTo) === 'Pendiente' ? 'Rechazado' : settings.resultado
}

function emit(
	body: unknown,
	key: string | undefined,
	parts: ApiParts,
): { issued: Issued; wanted: Set<string> } | Refusal {
	const { books, faults, clock, organization } = parts
	const settings = faults.settings()
	const used = key && books.usedKey(key)
	if (used) return refusal('OF-06', 'token', used)
	const read = readEmission(body)
	if ('code' in read) return read
	const { dte, type } = read
	const wrong = checkDte(dte, { type, emisor: organization.rut, now: clock(), uf135: settings.uf_135 })
	if (wrong) return wrong
	if (type === 39 && settings.boletas_bloqueadas) return refusal('OF-23', 'TipoDTE', 'Emisión de boletas bloqueada')
	const referred = findReferred(dte, type, books)
	if ('code' in referred) return referred
	if (books.folios.left(type) < 1) return refusal('OF-07', 'Folio', 'No hay folios disponibles')
	const issued = books.add({
		tipo: type,
		dte,
		key,
		outcome: outcomeOf(referred, books, settings),
		refersTo: referred.refersTo?.token,
		pendingSeconds: settings.segundos_pendiente,
	})
	return { issued, wanted: new Set(read.response) }
}

const base64 = (bytes: Buffer) => bytes.toString('base64')

/** Answer of a document lookup; `named` is its key. */
function fileOf(value: string, issued: Issued, books: Books, named: object): object | undefined {
	const received = { FchRecepSII: '', FchRecepOF: issued.created_at.replace('T', ' ').replace('Z', '') }
	if (value === 'status') return { estado: books.state(issued), ...named }
	if (value === 'pdf') return { pdf: base64(pdfOf(issued)), folio: issued.folio }
	if (value === 'xml') return { xml: base64(xmlOf(issued)), ...named }
	if (value === 'json') return { json: jsonOf(issued.dte), ...named, ...received }
	return undefined
}

function documentRoutes(api: FastifyInstance, parts: ApiParts): void {
	const { books, faults } = parts
	const no = (reply: FastifyReply, why: Refusal) => refuse(reply, why, faults.settings().forma_error)

	api.post('/document', async (request, reply) => {
		const key = z.string().min(1).optional().catch(undefined).parse(request.headers['idempotency-key'])
		const done = emit(request.body, key, parts)
		if ('code' in done) return no(reply, done)
		const { issued, wanted } = done
		return {
			TOKEN: issued.token,
			...(wanted.has('FOLIO') ? { FOLIO: issued.folio } : {}),
			...(wanted.has('RESOLUCION') ? { RESOLUCION: resolution } : {}),
			...(wanted.has('XML') ? { XML: base64(xmlOf(issued)) } : {}),
			...(wanted.has('PDF') ? { PDF: base64(pdfOf(issued)) } : {}),
			...warnings[faults.settings().advertencia],
		}
	})

	api.post('/document/issued', async (request, reply) => {
		const listed = listIssued(books.all(), request.body)
		if ('code' in listed) return refuse(reply, listed, 'sin_sobre')
		return listed.total === 0 ? reply.code(204).send() : listed
	})

	api.get<{ Params: { token: string; value: string } }>('/document/:token/:value', async ({ params }, reply) => {
		const issued = books.get(params.token)
		if (!issued) return no(reply, refusal('OF-22', 'problema', 'Documento no encontrado'))
		const file = fileOf(params.value, issued, books, { token: issued.token })
		return file ?? no(reply, refusal('OF-10', 'Error', `${params.value} es Incorrecto`))
	})

	type Numbered = { Params: { rut: string; type: string; folio: string; value: string } }
	api.get<Numbered>('/document/:rut/:type/:folio/:value', async ({ params: { rut, type, folio, value } }, reply) => {
		const issued = rut === parts.organization.rut ? books.numbered(Number(type), Number(folio)) : undefined
		if (!issued) return no(reply, refusal('OF-22', 'folio', `${type} ${folio}`))
		const file = fileOf(value, issued, books, { folio: String(issued.folio) })
		return file ?? no(reply, refusal('OF-10', 'Error', `${value} es Incorrecto`))
	})
}

function organizationRoutes(api: FastifyInstance, { books, organization }: ApiParts): void {
	const { rut, razonSocial, giro, acteco, direccion, comuna } = organization
	const activity = {
		giro,
		actividadEconomica: giro,
		codigoActividadEconomica: String(acteco),
		actividadPrincipal: true,
	}
	api.get('/organization', async () => ({
		rut,
		razonSocial,
		direccion,
		comuna,
		email: null,
		telefono: null,
		ciudad: comuna,
		glosaDescriptiva: giro,
		cdgSIISucur: '81303347',
		resolucion: resolution,
		sucursales: [],
		actividades: [activity],
	}))
	api.get('/organization/document', async () => ({
		rut,
		documentos: ([33, 39, 61] as const).map((dte) => ({
			dte,
			disponibles: books.folios.left(dte),
			vencimiento: '2027-12-31',
		})),
	}))
}

/** The provider's calls, behind its key, its limits and the fault switch. */
export function openfacturaApi(app: FastifyInstance, parts: ApiParts): void {
	const limit = requestLimit(parts.limits)
	app.register(
		async (api) => {
			api.addHook('onRequest', parts.faults.guard)
			api.addHook('onRequest', async (request, reply) => {
				const key = request.headers.apikey
				if (key === parts.apiKey) return limit(reply)
				const why = key === undefined ? 'missing subscription key' : 'invalid subscription key'
				return reply.code(401).send({ statusCode: 401, message: `Access denied due to ${why}.` })
			})
			documentRoutes(api, parts)
			organizationRoutes(api, parts)
		},
		{ prefix: '/v2/dte' },
	)
}
