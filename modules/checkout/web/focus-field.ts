/** Focuses a field, which scrolls it and its message into view. */
export const focusField = (id: string): void => document.getElementById(id)?.focus()
