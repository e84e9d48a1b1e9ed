export const paymentStates = ['pendiente', 'aprobado', 'rechazado', 'cancelado', 'devuelto'] as const
export type PaymentState = (typeof paymentStates)[number]

export const attemptStates = ['creado', 'abriendo', 'abierto', 'pendiente', 'pagado', 'rechazado', 'vencido'] as const
export type AttemptState = (typeof attemptStates)[number]

/** The shop's decision about a payment: it pays the order, it is refunded, or staff decide. */
export const paymentDestinos = ['aplicado', 'por_devolver', 'caso'] as const
export type PaymentDestino = (typeof paymentDestinos)[number]

export const refundStates = ['pedida', 'enviando', 'en_curso', 'en_duda', 'hecha', 'rechazada'] as const
export type RefundState = (typeof refundStates)[number]

/** Objections to a payment by a payer, a bank or the gateway. */
export const disputeKinds = ['contracargo', 'reclamo', 'mediacion', 'fraude'] as const
export type DisputeKind = (typeof disputeKinds)[number]

/** `ganada`: the shop keeps the money; `perdida`: it was reversed. */
export const disputeStates = ['abierta', 'ganada', 'perdida'] as const
export type DisputeState = (typeof disputeStates)[number]
