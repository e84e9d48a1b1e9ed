/** Puts the focus into a field, and so into view with what is said of it. */
export const focusField = (id: string): void => document.getElementById(id)?.focus()
