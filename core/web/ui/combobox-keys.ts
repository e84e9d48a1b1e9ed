/** Combobox state: list open or closed, and the active option (−1: none, the text itself). */
export interface ComboboxPlace {
	readonly isOpen: boolean
	readonly active: number
}

/** Result of a key: a new state, or the active option is chosen. Undefined: not handled. */
export type ComboboxMove = { readonly place: ComboboxPlace } | { readonly pick: number } | undefined

/**
 * Keyboard of an editable combobox with a list (WAI-ARIA Authoring Practices, "Combobox"): arrows cycle through options and
 * text, Enter chooses, Escape closes, Tab chooses and moves on.
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
