/** Digits of a pickup code: few enough to be said aloud. */
export const pickupCodeDigits = 6

/** A typed or spoken code without separators. */
export const tidyPickupCode = (text: string): string => text.replace(/[\s.-]/g, '')

/** A code for display: `482 913`. */
export const pickupCodeText = (code: string): string => code.replace(/^(\d{3})(\d{3})$/, '$1 $2')
