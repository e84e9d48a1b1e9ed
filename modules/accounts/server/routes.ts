import type { FastifyPluginAsync } from 'fastify'
import type { Database } from '#core/server/db/database.ts'
import type { KnownDevices } from '#core/server/http/known-devices.ts'
import type { RateLimits } from '#core/server/http/rate-limits.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Signer } from '#core/server/platform/signing.ts'
import type { AccountTools } from '#modules/accounts/server/account-tools.ts'
import { googleRoutes } from '#modules/accounts/server/google-routes.ts'
import { loginRoutes } from '#modules/accounts/server/login-routes.ts'
import { warmPasswordHashing } from '#modules/accounts/server/password-hashing.ts'
import { profileRoutes } from '#modules/accounts/server/profile-routes.ts'
import { recoveryRoutes } from '#modules/accounts/server/recovery-routes.ts'
import type { Hooks } from '#modules/context.ts'

export interface AccountRoutesDeps {
	readonly db: Database
	readonly accounts: AccountTools
	readonly signer: Signer
	readonly clock: Clock
	readonly limits: Pick<RateLimits, 'clear'>
	readonly devices: KnownDevices
	readonly mail: EnqueueMail
	readonly hooks: Hooks
}

export function accountRoutes({ accounts, ...deps }: AccountRoutesDeps): FastifyPluginAsync {
	const own = { ...deps, ...accounts }
	return async (app) => {
		await warmPasswordHashing()
		await app.register(loginRoutes(own))
		await app.register(recoveryRoutes(own))
		await app.register(googleRoutes(own))
		await app.register(profileRoutes({ ...own, google: accounts.google?.verifier }))
	}
}
