import type { FastifyPluginAsync } from 'fastify'
import type { AccountTools } from '#server/accounts/account-tools.ts'
import { googleRoutes } from '#server/accounts/google-routes.ts'
import { loginRoutes } from '#server/accounts/login-routes.ts'
import { warmPasswordHashing } from '#server/accounts/password-hashing.ts'
import { profileRoutes } from '#server/accounts/profile-routes.ts'
import { recoveryRoutes } from '#server/accounts/recovery-routes.ts'
import { finishLoginRoutes } from '#server/accounts/second-factor/finish-login-routes.ts'
import { secondFactorRoutes } from '#server/accounts/second-factor/routes.ts'
import type { Database } from '#server/db/database.ts'
import type { KnownDevices } from '#server/http/known-devices.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { EnqueueMail } from '#server/mail/enqueue-mail.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Signer } from '#server/platform/signing.ts'

export interface AccountRoutesDeps {
	readonly db: Database
	readonly accounts: AccountTools
	readonly signer: Signer
	readonly clock: Clock
	readonly limits: Pick<RateLimits, 'clear'>
	readonly devices: KnownDevices
	readonly mail: EnqueueMail
	readonly isSecondFactorRequired: boolean
}

export function accountRoutes({ accounts, isSecondFactorRequired, ...deps }: AccountRoutesDeps): FastifyPluginAsync {
	const own = { ...deps, ...accounts }
	const factors = { ...own, isRequired: isSecondFactorRequired }
	return async (app) => {
		await warmPasswordHashing()
		await app.register(loginRoutes(own))
		await app.register(finishLoginRoutes(factors))
		await app.register(secondFactorRoutes(factors))
		await app.register(recoveryRoutes(own))
		await app.register(googleRoutes(own))
		await app.register(profileRoutes({ ...own, google: accounts.google?.verifier }))
	}
}
