/** Numbers and texts that screens and failures share: the list of failures is too large for every page. */
export const notYetOpenText = 'Pronto abrimos: todavía no recibimos pedidos.'

/** How many days ahead a round may be planned. */
export const maxDepartureDays = 14
export const departureProblem = `Elige una salida desde ahora y hasta ${maxDepartureDays} días más.`

export const maxPasskeys = 10
/** Devices of one account that receive push notices. */
export const maxPushDevices = 10
export const maxProofsPerOrder = 5

/** The form field of an uploaded photo, and its maximum in bytes: a phone's largest, with a margin. */
export const photoField = 'foto'
export const maxPhotoBytes = 20 * 1024 * 1024

/** Minimum letters of a reason given by staff for moving money or stock. */
export const minReason = 3

/** The most characters of the note on a customer. */
export const maxCustomerNote = 500

/**
 * Calendar days of Santiago within which a request about personal data is answered, after the day on which it arrived.
 * Ley 21.719; what was found about its term disagrees (30 calendar days, 15 working days), and 15 calendar days satisfy
 * each. A lawyer decides.
 */
export const dataRequestDays = 15
/** From this many days before that on, staff are reminded. */
export const dataRequestNearDays = 5
/** Requests of one mailbox that wait for their answer. */
export const maxOpenRequests = 5
/** The most characters of a request and of its answer, and of why an account is blocked. */
export const maxRequestText = 2000
export const maxRequestAnswer = 5000
export const maxBlockReason = 200

/** The advice for a page that sends other fields than the server expects: it was loaded before an update. */
export const reloadText = 'Recarga la página e intenta nuevamente.'
