import type { FastifyPluginAsync } from 'fastify'
import type { Database } from '#core/server/db/database.ts'
import { type HostCookie, hostCookie } from '#core/server/http/cookies.ts'
import type { KnownDevices } from '#core/server/http/known-devices.ts'
import type { RateLimits } from '#core/server/http/rate-limits.ts'
import type { EnqueueMail } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { SecretKeys } from '#core/server/platform/secret-keys.ts'
import type { Signer } from '#core/server/platform/signing.ts'
import {
	createGoogleNonces,
	createGoogleVerifier,
	type GoogleConfig,
	type GoogleNonces,
	type GoogleVerifier,
} from '#modules/accounts/server/google-identity.ts'
import { loginRoutes } from '#modules/accounts/server/log-in.ts'
import { googleRoutes } from '#modules/accounts/server/log-in-google.ts'
import { warmPasswordHashing } from '#modules/accounts/server/passwords.ts'
import { profileRoutes } from '#modules/accounts/server/profile.ts'
import { createResetLinks, type ResetLinks, recoveryRoutes } from '#modules/accounts/server/recovery.ts'
import { createSessionTools, type SessionTools } from '#modules/accounts/server/sessions.ts'
import type { Hooks } from '#modules/context.ts'

interface AccountConfig {
	readonly keys: SecretKeys
	readonly clock: Clock
	/** The public address; its scheme decides whether cookies are for https only. */
	readonly publicUrl: string
	/** Undefined: the login page has no Google button. */
	readonly google: GoogleConfig | undefined
}

/** The signers and verifiers for accounts: sessions, reset links, Google identities. */
interface AccountTools {
	readonly sessions: SessionTools
	readonly links: ResetLinks
	readonly nonces: GoogleNonces
	readonly google: { readonly config: GoogleConfig; readonly verifier: GoogleVerifier } | undefined
	/** Binds a Google sign-in to the browser that started it. */
	readonly browserCookie: HostCookie
}

export function createAccountTools({ keys, clock, publicUrl, google }: AccountConfig): AccountTools {
	return {
		sessions: createSessionTools({ keys, clock, publicUrl }),
		links: createResetLinks(keys, publicUrl),
		nonces: createGoogleNonces(keys, clock),
		google: google && { config: google, verifier: createGoogleVerifier(google, clock) },
		browserCookie: hostCookie('google_navegador', publicUrl.startsWith('https:')),
	}
}

interface AccountRoutesDeps {
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
