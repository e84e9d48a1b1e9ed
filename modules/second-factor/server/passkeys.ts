import {
	generateAuthenticationOptions,
	generateRegistrationOptions,
	verifyAuthenticationResponse,
	verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Failure, fail, refuse } from '#core/contract/failure.ts'
import { secondFactorSeconds, secondsAfter } from '#core/rules/times.ts'
import type { Queryable, Transaction } from '#core/server/db/database.ts'
import { limites } from '#core/server/http/tables.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { createSigner, type SecretKeys } from '#core/server/platform/secrets.ts'
import { hashToken } from '#modules/accounts/server/guard.ts'
import type { NewPasskey, PasskeyProof } from '#modules/second-factor/shapes.ts'
import { llavesAcceso } from '#modules/second-factor/tables.ts'

/** EdDSA, ES256 and RS256: every authenticator supports one of them. */
const supportedAlgorithmIDs = [-8, -7, -257]
/** Milliseconds to answer the browser's prompt: the lifetime of the challenge. */
const timeout = secondFactorSeconds * 1000

export type PasskeyTools = ReturnType<typeof createPasskeyTools>

/** The relying party of passkeys: `rpId` is the host of the public address, `origin` the whole. */
export function createPasskeyTools(keys: SecretKeys, clock: Clock, publicUrl: string) {
	const { hostname: rpId, origin } = new URL(publicUrl)
	return { clock, challenges: createPasskeyChallenges(keys, clock), rpId, origin }
}

export const passkeysOf = (db: Queryable, accountId: number) =>
	db.select().from(llavesAcceso).where(eq(llavesAcceso.usuario_id, accountId)).orderBy(asc(llavesAcceso.created_at))

/** Returns the options to create a passkey, and the signed challenge to send back; known authenticators are excluded. */
export async function registrationOptions(
	db: Queryable,
	{ challenges, rpId }: PasskeyTools,
	owner: { id: number; sid: string; email: string },
) {
	const known = await passkeysOf(db, owner.id)
	const opciones = await generateRegistrationOptions({
		rpName: 'Premium Shaker',
		supportedAlgorithmIDs,
		timeout,
		rpID: rpId,
		userName: owner.email,
		userDisplayName: owner.email,
		userID: new TextEncoder().encode(`cuenta-${owner.id}`),
		attestationType: 'none',
		excludeCredentials: known.map(({ id, transportes }) => ({ id, transports: transportes })),
		authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
	})
	return { opciones: { ...opciones }, reto: challenges.issue(`llave-nueva:${owner.sid}`, opciones.challenge) }
}

/**
 * Verifies a new passkey, for which its challenge is used up; returns the stored fields. Fails with `llave_invalida`.
 */
export async function checkNewPasskey(
	{ challenges, rpId, origin }: PasskeyTools,
	tx: Transaction,
	owner: { sid: string },
	{ reto, respuesta }: NewPasskey,
) {
	const expectedChallenge = await challenges.consume(tx, `llave-nueva:${owner.sid}`, reto)
	if (!expectedChallenge) return fail('llave_invalida')
	const checked = await verifyRegistrationResponse({
		response: respuesta,
		expectedChallenge,
		expectedOrigin: origin,
		expectedRPID: rpId,
		requireUserVerification: true,
		supportedAlgorithmIDs,
		// The library throws for any mismatch, and all input is untrusted.
	}).catch(() => undefined)
	if (!checked?.verified) return fail('llave_invalida')
	const { credential, credentialDeviceType, credentialBackedUp } = checked.registrationInfo
	return {
		id: credential.id,
		clave_publica: Buffer.from(credential.publicKey).toString('base64url'),
		contador: credential.counter,
		transportes: respuesta.response.transports,
		sincronizable: credentialDeviceType === 'multiDevice',
		sincronizada: credentialBackedUp,
	}
}

/** Returns the options to sign with one of the account's passkeys. Refuses with `no_encontrado` where it has none. */
export async function assertionOptions(
	db: Queryable,
	{ challenges, rpId }: PasskeyTools,
	purpose: PasskeyPurpose,
	accountId: number,
) {
	const known = await passkeysOf(db, accountId)
	if (known.length === 0) refuse('no_encontrado')
	const opciones = await generateAuthenticationOptions({
		rpID: rpId,
		timeout,
		userVerification: 'required',
		allowCredentials: known.map(({ id, transportes }) => ({ id, transports: transportes })),
	})
	return { opciones: { ...opciones }, reto: challenges.issue(purpose, opciones.challenge) }
}

/**
 * Verifies a passkey's answer, and stores its counter. A challenge is valid for one try; a decreasing counter proves a
 * copy. Fails with `llave_invalida`.
 */
export async function checkPasskey(
	{ clock, challenges, rpId, origin }: PasskeyTools,
	tx: Transaction,
	{ purpose, accountId }: { readonly purpose: PasskeyPurpose; readonly accountId: number },
	{ reto, respuesta }: PasskeyProof,
): Promise<'llave' | Failure> {
	const expectedChallenge = await challenges.consume(tx, purpose, reto)
	const isOwn = and(eq(llavesAcceso.usuario_id, accountId), eq(llavesAcceso.id, respuesta.id))
	const [passkey] = await tx.select().from(llavesAcceso).where(isOwn).for('update')
	if (!expectedChallenge || !passkey) return fail('llave_invalida')
	const checked = await verifyAuthenticationResponse({
		response: respuesta,
		expectedChallenge,
		expectedOrigin: origin,
		expectedRPID: rpId,
		requireUserVerification: true,
		credential: {
			id: passkey.id,
			publicKey: new Uint8Array(Buffer.from(passkey.clave_publica, 'base64url')),
			counter: passkey.contador,
		},
		// The library throws for any mismatch, and all input is untrusted.
	}).catch(() => undefined)
	if (!checked?.verified) return fail('llave_invalida')
	const { newCounter, credentialDeviceType, credentialBackedUp } = checked.authenticationInfo
	// Whether a passkey may be copied is fixed at its creation.
	if ((credentialDeviceType === 'multiDevice') !== passkey.sincronizable) return fail('llave_invalida')
	await tx
		.update(llavesAcceso)
		.set({ contador: newCounter, sincronizada: credentialBackedUp, used_at: clock.now() })
		.where(isOwn)
	return 'llave'
}

/** The purpose of a challenge: a new passkey or a proof of identity in one session, or the login of one account. */
export type PasskeyPurpose = `llave-nueva:${string}` | `llave-identidad:${string}` | `llave-ingreso:${number}`

/** Passkey challenges. They travel signed (`reto`), so that requesting one writes nothing; valid for five minutes. */
function createPasskeyChallenges(keys: SecretKeys, clock: Clock) {
	const signer = createSigner(keys)
	const end = () => secondsAfter(clock.now(), secondFactorSeconds)
	return {
		issue: (purpose: PasskeyPurpose, challenge: string) => signer.sign(purpose, challenge, end()),
		/** Returns the challenge and uses it up; undefined when it is altered, expired, used, or of another purpose. */
		async consume(tx: Transaction, purpose: PasskeyPurpose, reto: string): Promise<string | undefined> {
			const challenge = z.string().safeParse(signer.verify(purpose, reto, clock.now())).data
			if (challenge === undefined) return undefined
			const [first] = await tx
				.insert(limites)
				.values({ clave: `llave:${hashToken(challenge)}`, cuenta: 1, hasta: end() })
				.onConflictDoNothing({ target: limites.clave })
				.returning({ clave: limites.clave })
			return first && challenge
		},
	}
}
