import { z } from 'zod'
import { personName, plainText } from '#core/contract/fields.ts'
import { editProfileParts, identityParts, ownDataParts, profileParts } from '#modules/lists/shapes.ts'
import { profileOrder } from '#modules/orders/shapes.ts'

export const profileAnswer = z.object({
	nombre: z.string(),
	apellido: z.string(),
	email: z.string(),
	direccion: z.string(),
	telefono: z.string(),
	...ownDataParts,
	is_staff: z.boolean(),
	is_superuser: z.boolean(),
	carrito: z.array(z.unknown()).describe('the saved cart'),
	tiene_segundo_factor: z.boolean(),
	...profileParts,
	tiene_clave: z.boolean().describe('false: the account opens with Google only'),
	ordenes: z.array(profileOrder).describe('the newest ones; the others are in GET /api/perfil/ordenes/'),
	ordenes_total: z.int(),
})

export const editProfileRequest = z.object({
	nombre: personName(150).optional(),
	apellido: personName(150, 0).optional(),
	telefono: plainText(40).optional().describe('empty, or 9 digits'),
	direccion: plainText(300).optional(),
	...editProfileParts,
})
export type EditProfileRequest = z.input<typeof editProfileRequest>

/** The password again or a fresh Google credential, and what modules ask besides or instead. */
const identityProof = z.object({
	...identityParts,
	password: z.string().max(1024).optional(),
	credential: z.string().max(8000).optional(),
})
export type ProofOfIdentity = z.input<typeof identityProof>

export const deleteAccountRequest = identityProof

export const proveIdentityRequest = identityProof
export const proveIdentityAnswer = z.object({ vigente_hasta: z.string().describe('until when it counts as fresh') })

export const changePasswordRequest = identityProof.extend({ new_password: z.string().max(1024) })

export type ProfileAnswer = z.infer<typeof profileAnswer>

export const sessionsAnswer = z.object({
	results: z.array(
		z.object({
			id: z.uuid(),
			dispositivo: z.string().describe('what the browser calls itself'),
			created_at: z.string(),
			used_at: z.string(),
			actual: z.boolean().describe('the session of the call'),
		}),
	),
})
export type SessionsAnswer = z.infer<typeof sessionsAnswer>

/**
 * The use case validates password and e-mail, with an error of its own for each rule. `consentimiento`: the customer
 * agreed to the privacy policy; false is rejected (422), absent leaves it open. Other fields are ignored.
 */
export const registerRequest = z.object({
	email: z.string().trim().min(1).max(320),
	first_name: personName(150),
	last_name: personName(150),
	password: z.string().min(1).max(1024),
	consentimiento: z.boolean().optional(),
})
export const registerAnswer = z.object({ message: z.string() })
export type RegisterRequest = z.input<typeof registerRequest>

/**
 * The identity is read from `credential` (Google's ID token) alone; `email`, `nombre` and `apellido` are unverified.
 * `password` answers 409 `google_requiere_clave`. `carrito` becomes the saved cart.
 */
export const googleLoginRequest = z.object({
	email: z.string().max(320).optional(),
	nombre: z.string().max(500).optional(),
	apellido: z.string().max(500).optional(),
	carrito: z.unknown().optional(),
	credential: z.string().max(8000).optional(),
	nonce: z.string().max(500).optional(),
	password: z.string().max(1024).optional(),
})

/** Not `disponible`: the page has no button. */
export const googleNonceAnswer = z.object({
	disponible: z.boolean(),
	client_id: z.string(),
	script_url: z.string(),
	nonce: z.string(),
})
