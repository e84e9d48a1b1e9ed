import { z } from 'zod'

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
