import { handle } from '#core/server/http/handle.ts'
import { defineModule } from '#core/server/module.ts'
import * as endpoints from '#modules/jobs-panel/endpoints.ts'
import { listJobs, retryJob } from '#modules/jobs-panel/server/jobs.ts'
import type { StaffDeps } from '#modules/lists/context.ts'

export const jobsPanel = defineModule<StaffDeps>({
	name: 'jobs-panel',
	open: (deps) => ({
		async routes(app) {
			handle(app, endpoints.listJobs, async ({ query }) => await listJobs(deps.db, query))
			handle(app, endpoints.retryJob, async ({ usuario, params }) => await retryJob(deps, usuario.id, params.id))
		},
	}),
})
