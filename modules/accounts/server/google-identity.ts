import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { type Failure, fail } from '#core/contract/failure.ts'
import { readEmail } from '#core/rules/email-address.ts'
import { splitName } from '#core/rules/person-name.ts'
import { cleanLine } from '#core/rules/typed-text.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { fetchOutside } from '#core/server/platform/fetch-outside.ts'
import { isGoogleAuthoritative } from '#modules/accounts/google-linking.ts'

/** Google's client id, key set address and button script. */
export interface GoogleConfig {
	readonly clientId: string
	readonly jwksUrl: string
	readonly scriptUrl: string
}

/** Google's own addresses; production accepts no other key set. */
export const googleAddresses = {
	jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
	scriptUrl: 'https://accounts.google.com/gsi/client',
	issuers: ['https://accounts.google.com', 'accounts.google.com'],
} as const

/** The identity in a verified ID token; the only source of identity of a Google login. */
export interface GoogleIdentity {
	readonly sub: string
	readonly email: string
	readonly nombre: string
	readonly apellido: string
	readonly isAuthoritative: boolean
	readonly nonce: string
}

export interface GoogleVerifier {
	/**
	 * Returns the identity of a genuine ID token. Fails with `google_invalido`, or with `google_no_responde` when the keys
	 * cannot be fetched.
	 */
	verify(credential: string): Promise<GoogleIdentity | Failure>
}

/** The tolerance of Google's own library, for a server whose clock is slightly slow. */
const clockToleranceSeconds = 300
const maxTokenAgeSeconds = 3600

const claimsShape = z.object({
	sub: z.string().min(1).max(255),
	aud: z.string(),
	email: z.string().max(320),
	email_verified: z.literal(true),
	hd: z.string().optional(),
	name: z.string().optional(),
	given_name: z.string().optional(),
	family_name: z.string().optional(),
	nonce: z.string().min(1).max(500),
})

/** These errors concern the address of the keys, not the token. */
function isProviderDown(error: unknown): boolean {
	if (!(error instanceof errors.JOSEError)) return error instanceof TypeError
	return ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'].includes(error.code)
}

const cleanName = (text: string) =>
	cleanLine(text)
		.replace(/[\p{Cc}\p{Cs}]/gu, '')
		.slice(0, 150)

/** Verifies ID tokens: RS256 by Google's published keys, issuer, audience, time, verified address, a nonce. */
export function createGoogleVerifier(config: GoogleConfig, clock: Clock): GoogleVerifier {
	const keys = createRemoteJWKSet(new URL(config.jwksUrl), {
		timeoutDuration: 5000,
		cooldownDuration: 30_000,
		[customFetch]: fetchOutside,
	})

	return {
		async verify(credential) {
			try {
				const { payload } = await jwtVerify(credential, keys, {
					algorithms: ['RS256'],
					issuer: [...googleAddresses.issuers],
					audience: config.clientId,
					clockTolerance: clockToleranceSeconds,
					currentDate: clock.now(),
					maxTokenAge: maxTokenAgeSeconds,
					requiredClaims: ['sub', 'exp', 'iat'],
				})
				const claims = claimsShape.safeParse(payload)
				if (!claims.success) return fail('google_invalido')
				const { sub, hd, nonce, email_verified, name = '', given_name, family_name } = claims.data
				const email = readEmail(claims.data.email)
				if (!email) return fail('google_invalido')
				const parted = splitName(name)
				return {
					sub,
					email,
					nonce,
					nombre: cleanName(given_name ?? parted.nombre),
					apellido: cleanName(given_name === undefined ? parted.apellido : (family_name ?? '')),
					isAuthoritative: isGoogleAuthoritative(email, email_verified, hd),
				}
			} catch (error) {
				if (isProviderDown(error)) return fail('google_no_responde')
				if (error instanceof errors.JOSEError) return fail('google_invalido')
				throw error
			}
		},
	}
}
