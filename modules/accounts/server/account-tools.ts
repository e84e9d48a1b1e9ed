import { type HostCookie, hostCookie } from '#core/server/http/cookies.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { SecretKeys } from '#core/server/platform/secret-keys.ts'
import {
	createGoogleVerifier,
	type GoogleConfig,
	type GoogleVerifier,
} from '#modules/accounts/server/google-identity.ts'
import { createGoogleNonces, type GoogleNonces } from '#modules/accounts/server/google-nonces.ts'
import { createResetLinks, type ResetLinks } from '#modules/accounts/server/reset-links.ts'
import { createSessionTools, type SessionTools } from '#modules/accounts/server/sessions.ts'

interface AccountConfig {
	readonly keys: SecretKeys
	readonly clock: Clock
	/** The public address; its scheme decides whether cookies are for https only. */
	readonly publicUrl: string
	/** Undefined: the login page has no Google button. */
	readonly google: GoogleConfig | undefined
}

/** The signers and verifiers for accounts: sessions, reset links, Google identities. */
export interface AccountTools {
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
