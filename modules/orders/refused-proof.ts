/** Maximum characters of the reason of a rejected proof. */
export const maxRefusal = 200

export const refusalReasons = ['No se lee', 'El monto no es el de la orden', 'No es de esta orden'] as const

/** The customer's text about a rejected proof, on pages and in the mail. */
export const refusedProofText = (motivo: string) => `Tu comprobante no sirvió: ${endSentence(motivo)} Sube otro.`

const endSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)
