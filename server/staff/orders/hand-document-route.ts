import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { handDocumentRequest } from '#contract/staff/order-detail.ts'
import { maxPdfBytes } from '#domain/tax-documents/hand-document.ts'
import type { Files } from '#server/files/files.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { orderActionSchema } from '#server/staff/orders/order-action-routes.ts'
import { recordHandDocument } from '#server/staff/orders/record-hand-document.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** How staff write down a tax document that was made outside of the shop. */
export function handDocumentRoute(deps: StaffDeps & { readonly files: Files }): FastifyPluginAsyncZod {
	return async (app) => {
		app.post(
			'/api/admin_ordenes/:id/anotar_documento',
			{
				config: { permission: 'editar_ordenes' },
				schema: { ...orderActionSchema, body: handDocumentRequest },
				// Four letters carry three bytes.
				bodyLimit: 2 * maxPdfBytes,
			},
			async ({ usuario, params, body }) => unwrap(await recordHandDocument(deps, usuario.id, params.id, body)),
		)
	}
}
