import { z } from 'zod'
import { passkeyTransports } from '#modules/second-factor/second-factor.ts'

/** The credential id of a passkey, in base64url. */
export const passkeyId = z.string().min(1).max(1400)

const credential = { id: passkeyId, rawId: passkeyId, type: z.literal('public-key') }
const clientDataJSON = z.string().max(4000)

export const passkeyOptionsAnswer = z.object({
	opciones: z.looseObject({ challenge: z.string() }).describe('what WebAuthn gets, as JSON'),
	reto: z
		.string()
		.describe('the signed challenge: comes back with what the passkey answers, within 5 minutes and once'),
})

export const addPasskeyRequest = z.object({
	reto: z.string().max(1000),
	respuesta: z.object({
		...credential,
		response: z.object({
			clientDataJSON,
			attestationObject: z.string().max(20_000),
			// Unknown transports are ignored, as they are only hints.
			transports: z.array(z.enum(passkeyTransports)).catch([]),
		}),
		clientExtensionResults: z.object({}),
	}),
})
export type NewPasskey = z.infer<typeof addPasskeyRequest>

/** The assertion of one of the account's passkeys. */
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
	sincronizada: z.boolean().describe('synced to an account of its maker, so that it outlives the device'),
	created_at: z.string(),
	used_at: z.string().nullable(),
})
