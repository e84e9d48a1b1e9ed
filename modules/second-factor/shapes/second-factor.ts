import { z } from 'zod'
import { plainText } from '#core/contract/plain-text.ts'
import { passkey, passkeyProof } from '#modules/second-factor/shapes/passkeys.ts'

const ficha = z.string().max(1000).describe('came with 401 `segundo_factor_requerido`')

export const shownFactor = z.object({
	codigo: plainText(40).optional().describe('six digits of the app, or a recovery code'),
	llave: passkeyProof.optional().describe('what a passkey answered'),
})
export type ShownFactor = z.infer<typeof shownFactor>

export const finishLoginRequest = shownFactor.extend({ ficha })

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
