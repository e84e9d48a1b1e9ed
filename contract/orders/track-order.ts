import { profileOrder } from '#contract/accounts/profile.ts'

/** GET /api/orden/{token}/: the order of a signed link, as its owner reads it, without contact data. */
export const trackOrderAnswer = profileOrder.omit({ telefono: true })
