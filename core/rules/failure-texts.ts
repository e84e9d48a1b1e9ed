/** Texts and numbers of failures that screens use too: the whole list of failures is too large for every page. */
export const notYetOpenText = 'Pronto abrimos: todavía no recibimos pedidos.'

/** How many days ahead a round may be planned. */
export const maxDepartureDays = 14
export const departureProblem = `Elige una salida desde ahora y hasta ${maxDepartureDays} días más.`

export const maxPasskeys = 10
/** Devices of one account that receive push notices. */
export const maxPushDevices = 10
export const maxProofsPerOrder = 5
