/** The longest reason for which staff refuse a proof, in characters. */
export const maxRefusal = 200

/** The reasons that the panel offers; any other is typed. */
export const refusalReasons = ['No se lee', 'El monto no es el de la orden', 'No es de esta orden'] as const

/** What the customer reads of a refused proof, on pages and in the mail. */
export const refusedProofText = (motivo: string) => `Tu comprobante no sirvió: ${endSentence(motivo)} Sube otro.`

const endSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)
