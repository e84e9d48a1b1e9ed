import { z } from 'zod'
import { plainText } from '#core/contract/fields.ts'
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
const passkeyProof = z.object({
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
const passkey = z.object({
	id: passkeyId,
	nombre: z.string().describe('the browser that it was added in'),
	sincronizada: z.boolean().describe('synced to an account of its maker, so that it outlives the device'),
	created_at: z.string(),
	used_at: z.string().nullable(),
})

const ficha = z.string().max(1000).describe('came with 401 `segundo_factor_requerido`')

/**
 * A second factor. In a proof of identity, `codigo` comes with password or Google where the account has a second factor,
 * and `llave` is enough alone. Without `codigo`, changing the password and deleting the account need a fresh proof in
 * this session (`identidad_requerida`).
 */
export const shownFactor = {
	codigo: plainText(40).optional().describe('six digits of the app, or a recovery code'),
	llave: passkeyProof.optional().describe('what a passkey answered'),
}
export type ShownFactor = z.infer<z.ZodObject<typeof shownFactor>>

export const passkeyOfProfile = { tiene_llave: z.boolean().describe('a passkey is among its second factors') }

export const finishLoginRequest = z.object({ ...shownFactor, ficha })

export const loginPasskeyRequest = z.object({ ficha })

export const secondFactorAnswer = z.object({
	app: z.boolean().describe('an app for one-time codes is set up'),
	llaves: z.array(passkey),
	codigos_restantes: z.int().min(0),
	obligatorio: z.boolean().describe('staff have to have a second factor'),
})
export type SecondFactorAnswer = z.infer<typeof secondFactorAnswer>

export const totpSetupAnswer = z.object({
	secreto: z.string(),
	uri: z.string(),
	qr: z.string().describe('the QR code as the address of a picture'),
})
export type TotpSetupAnswer = z.infer<typeof totpSetupAnswer>

export const confirmTotpRequest = z.object({ codigo: plainText(40) })

/** Recovery codes, shown once; none when the account keeps its codes. */
export const recoveryCodesAnswer = z.object({ codigos: z.array(z.string()) })
