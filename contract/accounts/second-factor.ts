import { z } from 'zod'

/** POST /api/token/segundo_factor/: ends a login that answered 401 `segundo_factor_requerido` with its `ficha`. */
export const finishLoginRequest = z.object({
	ficha: z.string().max(1000),
	codigo: z.string().max(40).describe('six digits of the app, or a recovery code'),
})

/** GET /api/perfil/segundo_factor/ */
export const secondFactorAnswer = z.object({
	app: z.boolean().describe('an app for one-time codes is set up'),
	codigos_restantes: z.int().min(0),
	obligatorio: z.boolean().describe('staff have to have a second factor'),
})
export type SecondFactorAnswer = z.infer<typeof secondFactorAnswer>

/** POST /api/perfil/segundo_factor/app/: what the app is set up with, shown once. */
export const totpSetupAnswer = z.object({
	secreto: z.string(),
	uri: z.string(),
	qr: z.string().describe('the QR code as the address of a picture'),
})
export type TotpSetupAnswer = z.infer<typeof totpSetupAnswer>

/** POST /api/perfil/segundo_factor/app/confirmar/ */
export const confirmTotpRequest = z.object({ codigo: z.string().max(40) })

/** Recovery codes, shown once; none when the account keeps those that it has. */
export const recoveryCodesAnswer = z.object({ codigos: z.array(z.string()) })
