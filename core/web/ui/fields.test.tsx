import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, test } from 'vitest'
import { type ComboboxPlace, Field, moveCombobox } from '#core/web/ui/fields.tsx'

describe('fields', () => {
	test('label, hint and error are linked to the input', () => {
		const html = renderToStaticMarkup(<Field id="fono" label="Teléfono" hint="9 dígitos" error="Faltan dígitos." />)
		expect(html).toContain('<label for="fono">Teléfono</label>')
		expect(html).toMatch(/<input[^>]*aria-invalid="true"[^>]*aria-describedby="fono-hint fono-error"/)
		expect(html).toMatch(/id="fono-error"[^>]*>Faltan dígitos\.</)
	})

	test('a valid field is not marked as invalid', () => {
		const html = renderToStaticMarkup(<Field id="fono" label="Teléfono" />)
		expect(html).not.toContain('aria-invalid')
		expect(html).not.toContain('aria-describedby')
	})
})

describe('combobox', () => {
	const closed: ComboboxPlace = { isOpen: false, active: -1 }
	const at = (active: number): ComboboxPlace => ({ isOpen: true, active })

	describe('the address list by keyboard', () => {
		it('opens at its first option on ArrowDown and at its last on ArrowUp', () => {
			expect(moveCombobox(closed, 'ArrowDown', 3)).toEqual({ place: at(0) })
			expect(moveCombobox(closed, 'ArrowUp', 3)).toEqual({ place: at(2) })
		})

		it('cycles through the options and the text', () => {
			const walked = ['ArrowDown', 'ArrowDown', 'ArrowDown'].reduce((place, key) => {
				const move = moveCombobox(place, key, 2)
				return move && 'place' in move ? move.place : place
			}, at(-1))
			expect(walked).toEqual(at(-1))
			expect(moveCombobox(at(0), 'ArrowUp', 2)).toEqual({ place: at(-1) })
		})

		it('chooses the active option on Enter, and leaves Enter to the form when none is active', () => {
			expect(moveCombobox(at(1), 'Enter', 2)).toEqual({ pick: 1 })
			expect(moveCombobox(at(-1), 'Enter', 2)).toBeUndefined()
			expect(moveCombobox(closed, 'Enter', 2)).toBeUndefined()
		})

		it('closes on Escape', () => {
			expect(moveCombobox(at(1), 'Escape', 2)).toEqual({ place: closed })
		})

		it('ignores every key without options', () => {
			expect(moveCombobox(at(-1), 'ArrowDown', 0)).toBeUndefined()
		})
	})
})
