import { expect, test } from 'vitest'
import { isSearchKey } from './order-search.tsx'

const pressed = {
	key: '/',
	ctrlKey: false,
	metaKey: false,
	altKey: false,
	defaultPrevented: false,
	target: null,
}

test('isSearchKey accepts a plain slash, and rejects other keys and modifiers', () => {
	expect(isSearchKey(pressed)).toBe(true)
	for (const other of [
		{ key: '7' },
		{ ctrlKey: true },
		{ metaKey: true },
		{ altKey: true },
		{ defaultPrevented: true },
	])
		expect(isSearchKey({ ...pressed, ...other })).toBe(false)
})

test('isSearchKey rejects a slash in a field or a dialog', () => {
	const inside = (name: string) => ({ closest: (list: string) => (list.split(', ').includes(name) ? {} : null) })
	const meant = (name: string) => isSearchKey({ ...pressed, target: inside(name) as never })
	expect(['input', 'textarea', 'select', '[contenteditable]', 'dialog'].map(meant)).toEqual(Array(5).fill(false))
	expect(meant('button')).toBe(true)
})
