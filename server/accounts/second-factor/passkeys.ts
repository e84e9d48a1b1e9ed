import {
	generateAuthenticationOptions,
	generateRegistrationOptions,
	verifyAuthenticationResponse,
	verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, asc, eq } from 'drizzle-orm'
import type { NewPasskey, PasskeyProof } from '#contract/accounts/passkeys.ts'
import { type Failure, fail } from '#contract/failure.ts'
import { secondFactorSeconds } from '#domain/accounts/lifetimes.ts'
import {
	createPasskeyChallenges,
	type PasskeyChallenges,
	type PasskeyPurpose,
} from '#server/accounts/second-factor/passkey-challenges.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { llavesAcceso } from '#server/db/tables/second-factor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SecretKeys } from '#server/platform/secret-keys.ts'

/** EdDSA, ES256 and RS256, which every maker of passkeys has one of. */
const supportedAlgorithmIDs = [-8, -7, -257]
/** How long the person has to answer the browser's question: as long as the challenge is good. */
const timeout = secondFactorSeconds * 1000

/** What passkeys are checked with. They are tied to the shop's own address: `rpId` is its host, `origin` all of it. */
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

/** What the browser is given to make or ask for a passkey, and the signed challenge that comes back with its answer. */
interface PasskeyOptions {
	readonly opciones: { readonly challenge: string }
	readonly reto: string
}

export const passkeysOf = (db: Queryable, accountId: number) =>
	db.select().from(llavesAcceso).where(eq(llavesAcceso.usuario_id, accountId)).orderBy(asc(llavesAcceso.created_at))

/** What the browser makes a new passkey with. It makes none where the account has one already. */
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

/** Checks a new passkey; gives what is kept of it. Fails with `llave_invalida`. */
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
		// It throws for whatever does not fit; all of that came from outside.
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

/** What the browser asks for one of the account's passkeys with. Fails with `no_encontrado` where it has none. */
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
 * Checks a passkey's answer, and counts its use. A challenge is good for one try; a counter that goes back tells of a copied
 * passkey. Fails with `llave_invalida`.
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
		// It throws for whatever does not fit; all of that came from outside.
	}).catch(() => undefined)
	if (!checked?.verified) return fail('llave_invalida')
	const { newCounter, credentialDeviceType, credentialBackedUp } = checked.authenticationInfo
	// Whether a passkey may be copied is settled when it is made.
	if ((credentialDeviceType === 'multiDevice') !== passkey.sincronizable) return fail('llave_invalida')
	await tx
		.update(llavesAcceso)
		.set({ contador: newCounter, sincronizada: credentialBackedUp, used_at: clock.now() })
		.where(isOwn)
	return 'llave'
}
