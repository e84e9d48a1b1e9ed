import {
	generateAuthenticationOptions,
	generateRegistrationOptions,
	verifyAuthenticationResponse,
	verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Failure, fail } from '#core/contract/failure.ts'
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

/** The relying party of passkeys: `rpId` is the host of the public address, `origin` the whole. */
export interface PasskeyTools {
	readonly clock: Clock
	readonly challenges: PasskeyChallenges
	readonly rpId: string
	readonly origin: string
}

export function createPasskeyTools(keys: SecretKeys, clock: Clock, publicUrl: string): PasskeyTools {
	const { hostname, origin } = new URL(publicUrl)
	return { clock, challenges: createPasskeyChallenges(keys, clock), rpId: hostname, origin }
}

/** The WebAuthn options for the browser, and the signed challenge to send back with its answer. */
interface PasskeyOptions {
	readonly opciones: { readonly challenge: string }
	readonly reto: string
}

export const passkeysOf = (db: Queryable, accountId: number) =>
	db.select().from(llavesAcceso).where(eq(llavesAcceso.usuario_id, accountId)).orderBy(asc(llavesAcceso.created_at))

/** Returns the options to create a passkey; authenticators of the account are excluded. */
export async function registrationOptions(
	db: Queryable,
	{ challenges, rpId }: PasskeyTools,
	owner: { id: number; sid: string; email: string },
): Promise<PasskeyOptions> {
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

/** Verifies a new passkey; returns the stored fields. Fails with `llave_invalida`. */
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

/** Returns the options to sign with one of the account's passkeys. Fails with `no_encontrado` where it has none. */
export async function assertionOptions(
	db: Queryable,
	{ challenges, rpId }: PasskeyTools,
	purpose: PasskeyPurpose,
	accountId: number,
): Promise<PasskeyOptions | Failure> {
	const known = await passkeysOf(db, accountId)
	if (known.length === 0) return fail('no_encontrado')
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

/** Passkey challenges. They travel signed (`reto`), so that requesting one writes nothing. */
interface PasskeyChallenges {
	/** Signs a challenge for one purpose; valid for five minutes. */
	issue(purpose: PasskeyPurpose, challenge: string): string
	/** Returns the challenge and uses it up; undefined when it is altered, expired, used, or of another purpose. */
	consume(tx: Transaction, purpose: PasskeyPurpose, reto: string): Promise<string | undefined>
}

/** Creates the challenges, signed with the shop's secrets. */
function createPasskeyChallenges(keys: SecretKeys, clock: Clock): PasskeyChallenges {
	const signer = createSigner([keys[0], ...keys.slice(1)])
	const end = () => secondsAfter(clock.now(), secondFactorSeconds)
	return {
		issue: (purpose, challenge) => signer.sign(purpose, challenge, end()),
		async consume(tx, purpose, reto) {
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
