import { asc, eq } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import { refuse } from '#core/contract/failure.ts'
import { isAllowed } from '#core/rules/permissions.ts'
import { writeAudit } from '#core/server/audit/audit.ts'
import type { Database, Queryable } from '#core/server/db/database.ts'
import { handle } from '#core/server/http/handle.ts'
import { announceCatalogChange } from '#core/server/jobs/catalog-changes.ts'
import { isUuid } from '#core/server/platform/uuid.ts'
import type { ShownProcessor } from '#modules/catalog/shapes.ts'
import * as endpoints from '#modules/legal/endpoints.ts'
import { type Processor, processorFields, processorProblem } from '#modules/legal/processors.ts'
import type { ChangeProcessorRequest, StaffProcessor } from '#modules/legal/shapes.ts'
import { encargados } from '#modules/legal/tables.ts'

interface ProcessorDeps {
	readonly db: Database
	/** As the configuration names them. */
	readonly processors: readonly Processor[]
}

export function processorRoutes(deps: ProcessorDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.readProcessors, async () => await readShownProcessors(deps.db, deps.processors))
		handle(app, endpoints.listProcessors, async ({ usuario }) => {
			const results = await readProcessors(deps.db, deps.processors)
			const editable = isAllowed('cambiar_tienda', { ...usuario, is_active: true })
			return { results, count: results.length, editable }
		})
		handle(app, endpoints.changeProcessor, async ({ usuario, params, body }) => {
			await changeProcessor(deps, usuario.id, params.clave, body)
			return null
		})
		handle(app, endpoints.resetProcessor, async ({ usuario, params }) => {
			await resetProcessor(deps, usuario.id, params.clave)
			return null
		})
	}
}

/** Reads the configured processors with the owner's corrections, then the owner's own by name. */
async function readProcessors(db: Queryable, configured: readonly Processor[]): Promise<StaffProcessor[]> {
	const rows = await db.select().from(encargados).orderBy(asc(encargados.nombre), asc(encargados.clave))
	const blank = { nombre: '', finalidad: '', pais: '', enlace: '' }
	const own: Processor[] = rows.filter(({ clave }) => isUuid(clave)).map(({ clave }) => ({ clave, ...blank }))
	return [...configured, ...own].map((processor) => {
		const { clave } = processor
		const row = rows.find((one) => one.clave === clave)
		return {
			clave,
			nombre: row?.nombre ?? processor.nombre,
			finalidad: row?.finalidad ?? processor.finalidad,
			pais: row?.pais ?? processor.pais,
			enlace: row?.enlace ?? processor.enlace,
			oculto: row?.oculto ?? processor.oculto ?? false,
			propio: isUuid(clave),
			corregido: row !== undefined && !isUuid(clave),
		}
	})
}

/** Returns who gets data about people, as customers read it. */
export async function readShownProcessors(db: Queryable, configured: readonly Processor[]): Promise<ShownProcessor[]> {
	const all = await readProcessors(db, configured)
	return all
		.filter(({ oculto }) => !oculto)
		.map(({ nombre, finalidad, pais, enlace }) => ({ nombre, finalidad, pais, enlace }))
}

const summaryOf = ({ nombre, pais, finalidad, enlace, oculto }: ChangeProcessorRequest) =>
	[nombre, pais, finalidad, enlace, oculto && 'oculto'].filter(Boolean).join(' · ')

/**
 * Writes a processor: of a configured one only what differs, so that the rest follows the configuration. Pages are
 * rendered again. Refuses with `valor_invalido` and the field as `campo`, and with `no_encontrado` for a key that is
 * neither configured nor a UUID.
 */
async function changeProcessor(
	deps: ProcessorDeps,
	actorId: number,
	clave: string,
	request: ChangeProcessorRequest,
): Promise<void> {
	const problem = processorProblem(request)
	if (problem) refuse('valor_invalido', { text: problem.texto, extra: { campo: problem.campo } })
	const configured = deps.processors.find((one) => one.clave === clave)
	if (!configured && !isUuid(clave)) refuse('no_encontrado')
	await deps.db.transaction(async (tx) => {
		const before = (await readProcessors(tx, deps.processors)).find((one) => one.clave === clave)
		const texts = Object.fromEntries(
			processorFields.map((field) => [field, request[field] === configured?.[field] ? null : request[field]]),
		)
		const row = { clave, ...texts, oculto: request.oculto }
		await tx.insert(encargados).values(row).onConflictDoUpdate({ target: encargados.clave, set: row })
		await writeAudit(tx, {
			tipo: 'ajuste',
			ref: clave,
			usuario_id: actorId,
			accion: 'encargado_cambiado',
			antes: before ? summaryOf(before) : null,
			despues: summaryOf(request),
		})
		await announceCatalogChange(tx)
	})
}

/** Removes an added processor, or the corrections of a configured one. Refuses with `no_encontrado` without any. */
async function resetProcessor(deps: ProcessorDeps, actorId: number, clave: string): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const before = (await readProcessors(tx, deps.processors)).find((one) => one.clave === clave)
		const gone = await tx.delete(encargados).where(eq(encargados.clave, clave)).returning()
		if (!before || gone.length === 0) refuse('no_encontrado')
		const after = (await readProcessors(tx, deps.processors)).find((one) => one.clave === clave)
		await writeAudit(tx, {
			tipo: 'ajuste',
			ref: clave,
			usuario_id: actorId,
			accion: 'encargado_quitado',
			antes: summaryOf(before),
			despues: after ? summaryOf(after) : null,
		})
		await announceCatalogChange(tx)
	})
}
