import { z } from 'zod'

/** POST /api/subir_comprobante/: multipart with `comprobante` (the picture) and `orden_id`. */
export const uploadProofAnswer = z.object({ message: z.string(), estado: z.string() })
