import { z } from 'zod'
import { plainText } from '#core/contract/plain-text.ts'
import { passkey, passkeyProof } from '#modules/second-factor/shapes/passkeys.ts'

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
