import { z } from 'zod'
import { maxInteger } from '#core/contract/fields.ts'
import { maxUnitsPerLine } from '#modules/cart/cart.ts'

/** A cart line in requests. The server reads sku, color and cantidad; name, picture and price are its own. */
export const cartLine = z.object({
	nombre: z.string().max(500).default(''),
	sku: z.string().min(1).max(100),
	imagen: z.string().max(500).default(''),
	color: z.string().max(100).default(''),
	precio: z.number().min(-maxInteger).max(maxInteger).default(0),
	cantidad: z.int().min(1).max(maxUnitsPerLine),
})

export const saveCartRequest = z.object({ carrito: z.array(z.unknown()).max(200) })
export const saveCartAnswer = z.object({ carrito: z.array(z.unknown()) })
