import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { createGoogleVerifier, type GoogleConfig } from '#server/accounts/google-identity.ts'
import { createGoogleNonces } from '#server/accounts/google-nonces.ts'
import { googleRoutes } from '#server/accounts/google-routes.ts'
import type { KnownDevices } from '#server/accounts/known-devices.ts'
import { loginRoutes } from '#server/accounts/login-routes.ts'
import { warmPasswordHashing } from '#server/accounts/password-hashing.ts'
import { profileRoutes } from '#server/accounts/profile-routes.ts'
import { recoveryRoutes } from '#server/accounts/recovery-routes.ts'
import { createResetLinks } from '#server/accounts/reset-links.ts'
import { finishLoginRoutes } from '#server/accounts/second-factor/finish-login-routes.ts'
import { passkeyRoutes } from '#server/accounts/second-factor/passkey-routes.ts'
import { createPasskeyTools } from '#server/accounts/second-factor/passkeys.ts'
import { secondFactorRoutes } from '#server/accounts/second-factor/routes.ts'
import { createTotpVault } from '#server/accounts/second-factor/totp.ts'
import type { SecretKeys } from '#server/accounts/secret-keys.ts'
import { securityRoutes } from '#server/accounts/security-routes.ts'
import { createSessionTools } from '#server/accounts/sessions.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import type { Files } from '#server/files/files.ts'
import { hostCookie } from '#server/http/cookies.ts'
import type { Guard } from '#server/http/guard.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { EnqueueMail } from '#server/mail/enqueue-mail.ts'
import type { Signer } from '#server/signing.ts'

export interface AccountRoutesDeps {
	readonly db: Database
	readonly keys: SecretKeys
	readonly signer: Signer
	readonly clock: Clock
	readonly guard: Guard
	readonly limits: RateLimits
	readonly devices: KnownDevices
	readonly files: Files
	readonly enqueueMail: EnqueueMail
	/** Where the shop is reached; its scheme decides whether cookies are for https only. */
	readonly publicUrl: string
	/** Whether staff have to have a second factor. */
	readonly isSecondFactorRequired: boolean
	/** Undefined: the shop has no Google button. */
	readonly google: GoogleConfig | undefined
}

/** Every call about accounts: logging in, registering, recovering a password, Google, the profile. */
export function accountRoutes(deps: AccountRoutesDeps): FastifyPluginAsyncZod {
	const { db, keys, clock, guard, limits, devices, files, enqueueMail, publicUrl } = deps
	const sessions = createSessionTools(keys, clock)
	const nonces = createGoogleNonces(keys, clock)
	const google = deps.google && { config: deps.google, verifier: createGoogleVerifier(deps.google, clock) }
	const vault = createTotpVault(keys)
	const passkeys = createPasskeyTools(keys, clock, publicUrl)
	const links = createResetLinks(keys, publicUrl)

	return async (app) => {
		await warmPasswordHashing()
		await app.register(loginRoutes({ db, clock, sessions, limits, devices, enqueueMail }))
		const isRequired = deps.isSecondFactorRequired
		const factors = { db, clock, sessions, limits, devices, guard, enqueueMail, vault, passkeys, isRequired }
		await app.register(finishLoginRoutes(factors))
		await app.register(secondFactorRoutes(factors))
		await app.register(passkeyRoutes(factors))
		await app.register(recoveryRoutes({ db, clock, limits, devices, links, enqueueMail }))
		const browserCookie = hostCookie('google_navegador', publicUrl.startsWith('https:'))
		await app.register(googleRoutes({ db, sessions, limits, devices, nonces, google, browserCookie, enqueueMail }))
		await app.register(profileRoutes({ db, signer: deps.signer, clock, limits, guard }))
		const proof = { db, nonces, google: google?.verifier, browserCookie }
		const guarding = { ...proof, vault, passkeys, clock, sessions, limits, devices, guard, files, enqueueMail }
		await app.register(securityRoutes(guarding))
	}
}
