import type { FastifyPluginAsync } from 'fastify'
import { fail } from '#core/contract/failure.ts'
import type { Database } from '#core/server/db/database.ts'
import { handle } from '#core/server/http/handle.ts'
import { FailureAnswer } from '#core/server/http/unwrap.ts'
import { sendExport } from '#core/server/lists/send-csv.ts'
import { noteMailRead } from '#modules/accounts/server/proved-address.ts'
import { showDocument } from '#modules/orders/endpoints.ts'
import { documentFileName } from '#modules/tax-documents/document-file.ts'
import { exportDocuments as exportDocumentsEndpoint } from '#modules/tax-documents/endpoints.ts'
import { contentTypes, type DocumentFileDeps, readDocumentFile } from '#modules/tax-documents/server/document-file.ts'
import { type DocumentLinkDeps, findDocument, readDocumentLink } from '#modules/tax-documents/server/documents.ts'
import { exportDocuments } from '#modules/tax-documents/server/staff/export-documents.ts'

/** Routes of the files of tax documents, for the holder of their signed link, and of the accountant's file. */
export function documentRoutes(deps: DocumentLinkDeps & DocumentFileDeps & { db: Database }): FastifyPluginAsync {
	return async (app) => {
		handle(app, showDocument, async ({ params }, reply) => {
			const link = readDocumentLink(deps, params.token)
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
		})
		handle(app, exportDocumentsEndpoint, async (request, reply) => {
			const { query } = request
			const file = { archivo: 'documentos.csv', savedAs: `documentos-${query.mes}.csv`, filter: query }
			return await sendExport(deps.db, request, reply, file, exportDocuments(deps.db, query.mes))
		})
	}
}
