/** Where a combobox is: its list shown or not, and which option is active (−1: none, the text itself). */
export interface ComboboxPlace {
	readonly isOpen: boolean
	readonly active: number
}

/** What a key does to a combobox: a new place, or the active option is taken. Undefined: the key is not for the list. */
export type ComboboxMove = { readonly place: ComboboxPlace } | { readonly pick: number } | undefined

/**
 * The keyboard of an editable combobox with a list (WAI-ARIA Authoring Practices, "Combobox"): the arrows walk through the
 * options and the text in a ring, Enter takes the active one, Escape closes, Tab takes it and moves on.
 */
export function moveCombobox(place: ComboboxPlace, key: string, options: number): ComboboxMove {
	if (options === 0) return undefined
	const { isOpen, active } = place
	switch (key) {
		case 'ArrowDown':
			if (!isOpen) return { place: { isOpen: true, active: 0 } }
			return { place: { isOpen: true, active: active + 1 >= options ? -1 : active + 1 } }
		case 'ArrowUp':
			if (!isOpen) return { place: { isOpen: true, active: options - 1 } }
			return { place: { isOpen: true, active: active === -1 ? options - 1 : active - 1 } }
		case 'Enter':
		case 'Tab':
			return isOpen && active >= 0 ? { pick: active } : undefined
		case 'Escape':
			return isOpen ? { place: { isOpen: false, active: -1 } } : undefined
		default:
			return undefined
	}
}
