import { z } from 'zod'

/** POST /api/confirmar_correo/: the link of a mail was opened, so that the account's address counts as read. */
export const confirmAddressRequest = z.object({ token: z.string().max(1000) })
export const confirmAddressAnswer = z.object({ confirmado: z.literal(true) })
