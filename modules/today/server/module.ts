import { handle } from '#core/server/http/handle.ts'
import { defineModule } from '#core/server/module.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { readToday } from '#modules/today/endpoints.ts'
import { readWaiting } from '#modules/today/server/read-today.ts'

/** The panel's first screen. */
export const today = defineModule<StaffDeps>({
	name: 'today',
	open: ({ db, clock }) => ({
		async routes(app) {
			handle(app, readToday, async () => await readWaiting(db, clock.now()))
		},
	}),
})
