import { z } from 'zod'

/**
 * The identity is taken from `credential` (Google's ID token) alone; `email`, `nombre` and `apellido`
 * are what the browser read from it. `password` answers 409 `google_requiere_clave`. `carrito` becomes the saved cart.
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

/** Not `disponible`: there is no button to show. */
export const googleNonceAnswer = z.object({
	disponible: z.boolean(),
	client_id: z.string(),
	script_url: z.string(),
	nonce: z.string(),
})
