import { z } from 'zod'
import { passkeyTransports } from '#domain/accounts/second-factor.ts'

/** What the browser calls a passkey, in base64url. */
export const passkeyId = z.string().min(1).max(1400)

const credential = { id: passkeyId, rawId: passkeyId, type: z.literal('public-key') }
const clientDataJSON = z.string().max(4000)

/** Answers of the calls that ask the browser for a passkey, new or used. */
export const passkeyOptionsAnswer = z.object({
	opciones: z.looseObject({ challenge: z.string() }).describe('what WebAuthn gets, as JSON'),
	reto: z
		.string()
		.describe('the signed challenge: comes back with what the passkey answers, within 5 minutes and once'),
})

/** A passkey that the browser has made. */
export const addPasskeyRequest = z.object({
	reto: z.string().max(1000),
	respuesta: z.object({
		...credential,
		response: z.object({
			clientDataJSON,
			attestationObject: z.string().max(20_000),
			// Browsers add ways that nobody here knows yet; they are only hints.
			transports: z.array(z.enum(passkeyTransports)).catch([]),
		}),
		clientExtensionResults: z.object({}),
	}),
})
export type NewPasskey = z.infer<typeof addPasskeyRequest>

/** What a passkey of the account answered, wherever one is shown. */
export const passkeyProof = z.object({
	reto: z.string().max(1000),
	respuesta: z.object({
		...credential,
		response: z.object({
			clientDataJSON,
			authenticatorData: z.string().max(4000),
			signature: z.string().max(2000),
		}),
		clientExtensionResults: z.object({}),
	}),
})
export type PasskeyProof = z.infer<typeof passkeyProof>

/** One passkey of an account. */
export const passkey = z.object({
	id: passkeyId,
	nombre: z.string().describe('the browser that it was added in'),
	sincronizada: z.boolean().describe('kept in an account of its maker too, so that it outlives the device'),
	created_at: z.string(),
	used_at: z.string().nullable(),
})
