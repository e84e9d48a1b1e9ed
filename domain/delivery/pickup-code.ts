/** A customer shows so many digits when an order is picked up: few enough to be said aloud. */
export const pickupCodeDigits = 6

/** A code as it was typed or said, without what people put between its digits. */
export const tidyPickupCode = (text: string): string => text.replace(/[\s.-]/g, '')

/** A code as it is read: `482 913`. */
export const pickupCodeText = (code: string): string => code.replace(/^(\d{3})(\d{3})$/, '$1 $2')
