import { z } from 'zod'
import { estados } from '#domain/orders/estado.ts'

/** POST /api/subir_comprobante/: multipart with `comprobante` (the picture) and `orden_id`. */
export const uploadProofAnswer = z.object({ message: z.string(), estado: z.enum(estados) })
