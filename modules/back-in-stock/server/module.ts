import { setTimeout as wait } from 'node:timers/promises'
import { handle } from '#core/server/http/handle.ts'
import { defineModule } from '#core/server/module.ts'
import { field } from '#modules/accounts/server/log-in.ts'
import * as endpoints from '#modules/back-in-stock/endpoints.ts'
import { askNotice, confirmNotice, stopNotices } from '#modules/back-in-stock/server/ask-notice.ts'
import type { StaffDeps } from '#modules/lists/context.ts'

/** Longer than the work takes, so that the time of an answer does not tell whether an address waits already. */
const answerMs = 300

/** Mails a notice to customers who asked for one, when a colour has stock again. */
export const backInStock = defineModule<StaffDeps>({
	name: 'back-in-stock',
	open: (deps) => ({
		async routes(app) {
			// The form of a mail program's press (RFC 8058) says nothing that the link does not say.
			for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
				app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 4096 }, async () => undefined)

			handle(
				app,
				endpoints.askNotice,
				async ({ body }) => {
					const [work] = await Promise.allSettled([askNotice(deps, body), wait(answerMs)])
					if (work.status === 'rejected') throw work.reason
					return {
						mensaje: 'Si todavía no esperabas este color, te enviamos un enlace. Confírmalo para recibir el aviso.',
					}
				},
				{ limits: { avisar_stock: { account: field('correo') } } },
			)
			handle(app, endpoints.confirmNotice, ({ params }) => confirmNotice(deps, params.token))
			handle(app, endpoints.stopNotices, ({ params }) => stopNotices(deps, params.token))
			// Mail programs without the one press open the address instead.
			const url = endpoints.stopNotices.path.replace(/\/$/, '')
			app.get<{ Params: { token: string } }>(url, { schema: { hide: true } }, ({ params }, reply) =>
				reply.redirect(`/aviso/parar/${encodeURIComponent(params.token)}`, 303),
			)
		},
	}),
})
