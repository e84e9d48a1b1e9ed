import type { FastifyInstance } from 'fastify'
import { refuse } from '#core/contract/failure.ts'
import type { Files } from '#core/server/files/files.ts'
import { handle } from '#core/server/http/handle.ts'
import { sendExport } from '#core/server/lists/csv.ts'
import { defineModule } from '#core/server/module.ts'
import { noteMailRead } from '#modules/accounts/server/account-mails.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { documentFileName } from '#modules/tax-documents/document-text.ts'
import * as endpoints from '#modules/tax-documents/endpoints.ts'
import { maxPdfBytes } from '#modules/tax-documents/hand-document.ts'
import { exportDocuments } from '#modules/tax-documents/server/booked-documents.ts'
import {
	contentTypes,
	type DocumentFileDeps,
	findDocument,
	readDocumentFile,
	readDocumentLink,
} from '#modules/tax-documents/server/documents.ts'
import { runDocumentBatch, runEmission } from '#modules/tax-documents/server/emit-documents.ts'
import { openTaxSetup, type TaxNeeds } from '#modules/tax-documents/server/open-tax-documents.ts'
import { emitAgain, recordHandDocument } from '#modules/tax-documents/server/staff-documents.ts'
import type { TaxSetup } from '#modules/tax-documents/server/tax-documents-port.ts'

/**
 * The boletas, facturas and notas de crédito of orders. `open`: the provider, by default as the environment says;
 * undefined: documents are made by hand.
 */
export const taxDocuments = (open: (needs: TaxNeeds) => TaxSetup | undefined = openTaxSetup) =>
	defineModule<StaffDeps & TaxNeeds & { readonly files: Files }>({
		name: 'tax-documents',
		open(services) {
			const deps = { ...services, tax: open(services) }
			return {
				routes: async (app) => addRoutes(app, deps),
				jobs: {
					emitir_documento: ({ documento_id }) => runEmission(deps, documento_id),
					seguir_documentos: () => runDocumentBatch(deps),
				},
			}
		},
	})

function addRoutes(app: FastifyInstance, deps: StaffDeps & DocumentFileDeps): void {
	handle(app, endpoints.showDocument, async ({ params }, reply) => {
		const link = readDocumentLink(deps, params.token)
		if (!link) refuse('enlace_vencido')
		const row = await findDocument(deps.db, link.id)
		if (!row || row.folio === null) refuse('no_encontrado')
		const bytes = await readDocumentFile(deps, row, link.formato)
		if (!bytes) refuse('documento_no_disponible')
		if (link.desde === 'correo') await noteMailRead(deps.db, row.orden_id, deps.clock.now())
		const name = documentFileName({ tipo: row.tipo, folio: row.folio }, link.formato)
		const disposition = link.formato === 'pdf' ? 'inline' : 'attachment'
		return reply
			.header('content-disposition', `${disposition}; filename="${name}"`)
			.header('cache-control', 'private, no-store')
			.type(contentTypes[link.formato])
			.send(Buffer.from(bytes))
	})
	handle(app, endpoints.emitAgain, ({ usuario, params }) => emitAgain(deps, usuario.id, params.id))
	handle(
		app,
		endpoints.recordHandDocument,
		({ usuario, params, body }) => recordHandDocument(deps, usuario.id, params.id, body),
		// Base64: four letters carry three bytes.
		{ bodyLimit: 2 * maxPdfBytes },
	)
	handle(app, endpoints.exportDocuments, async (request, reply) => {
		const { query } = request
		const file = { archivo: 'documentos.csv', savedAs: `documentos-${query.mes}.csv`, filter: query }
		return await sendExport(deps.db, request, reply, file, exportDocuments(deps.db, query.mes))
	})
}
