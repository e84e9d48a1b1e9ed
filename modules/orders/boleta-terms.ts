/**
 * The owner's declaration to the tax authority: a boleta for every sale, or none where a gateway's receipt replaces it.
 */
export const boletaModels = ['siempre', 'no_emito'] as const
export type BoletaModel = (typeof boletaModels)[number]

/** When a sale gets its document: at its payment, or at its hand-over. */
export const boletaMoments = ['pago', 'entrega'] as const
export type BoletaMoment = (typeof boletaMoments)[number]
