import { handle } from '#core/server/http/handle.ts'
import { defineModule } from '#core/server/module.ts'
import type { SecretKeys } from '#core/server/platform/secrets.ts'
import type { Context } from '#modules/lists/context.ts'
import * as endpoints from '#modules/security-trail/endpoints.ts'
import { createRecorder } from '#modules/security-trail/server/recorder.ts'
import { createPseudonyms, createSecurityTrail, listSecurity } from '#modules/security-trail/server/security-trail.ts'

/** Logins, rejections, changes of rights and exports, for the panel. */
export const securityTrail = defineModule<Pick<Context, 'db' | 'clock' | 'log'> & { readonly keys: SecretKeys }>({
	name: 'security-trail',
	open({ db, clock, log, keys }) {
		const trail = createSecurityTrail({ db, clock, log, pseudonyms: createPseudonyms(keys) })
		return {
			security: createRecorder(trail),
			async routes(app) {
				handle(app, endpoints.listSecurity, async ({ query }) => await listSecurity({ db, trail }, query))
			},
			close: trail.close,
		}
	},
})
