import { z } from 'zod'

/** POST /api/subir_comprobante/: multipart with `comprobante` (the picture) and `orden_id`. */
export const uploadProofAnswer = z.object({ message: z.string(), estado: z.string() })
export const maxProofBytes = 10 * 1024 * 1024
export const maxProofsPerOrder = 5
