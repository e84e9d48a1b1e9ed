import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { fail } from '#contract/failure.ts'
import { documentFileName } from '#domain/tax-documents/document-file.ts'
import type { Database } from '#server/db/database.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { FailureAnswer } from '#server/http/unwrap.ts'
import { noteMailRead } from '#server/mail/proved-address.ts'
import { contentTypes, type DocumentFileDeps, readDocumentFile } from '#server/tax-documents/document-file.ts'
import { type DocumentLinkDeps, findDocument, readDocumentLink } from '#server/tax-documents/document-links.ts'

/** The files of tax documents, for whoever holds their signed link. */
export function documentRoutes(
	deps: DocumentLinkDeps & DocumentFileDeps & { db: Database; limits: RateLimits },
): FastifyPluginAsyncZod {
	return async (app) => {
		app.get(
			'/api/documentos/:token',
			{
				schema: {
					tags: ['órdenes'],
					description: 'A tax document as PDF or XML.',
					params: z.object({ token: z.string().max(1000) }),
					response: { 200: z.any().describe('the file'), ...errorAnswers },
				},
				preHandler: deps.limits.limit('seguimiento'),
			},
			async (request, reply) => {
				const link = readDocumentLink(deps, request.params.token)
				if (!link) throw new FailureAnswer(fail('enlace_vencido'))
				const row = await findDocument(deps.db, link.id)
				if (!row || row.folio === null) throw new FailureAnswer(fail('no_encontrado'))
				const bytes = await readDocumentFile(deps, row, link.formato)
				if (!bytes) throw new FailureAnswer(fail('documento_no_disponible'))
				if (link.desde === 'correo') await noteMailRead(deps.db, row.orden_id, deps.clock.now())
				const name = documentFileName({ tipo: row.tipo, folio: row.folio }, link.formato)
				const disposition = link.formato === 'pdf' ? 'inline' : 'attachment'
				return reply
					.header('content-disposition', `${disposition}; filename="${name}"`)
					.header('cache-control', 'private, no-store')
					.type(contentTypes[link.formato])
					.send(Buffer.from(bytes))
			},
		)
	}
}
