import { expect, it } from 'vitest'
import { pageInstead, shownText } from '#core/web/list/list-page.tsx'

it.each([
	{ page: 3, count: 50, instead: 2 },
	{ page: 9, count: 51, instead: 3 },
	{ page: 2, count: 0, instead: 1 },
])('goes from page $page, where $count rows are, to page $instead', ({ page, count, instead }) => {
	expect(pageInstead(page, count)).toBe(instead)
})

it('always goes back, also where the count is older than the rows', () => {
	expect(pageInstead(3, 90)).toBe(2)
})

it('says one row in the singular, and more with which of them are shown', () => {
	const one = { first: 1, last: 1, count: 1 }
	expect(shownText({ ...one, what: 'órdenes' })).toBe('1 orden')
	expect(shownText({ ...one, what: 'usuarios' })).toBe('1 usuario')
	expect(shownText({ first: 26, last: 50, count: 1_200, what: 'órdenes' })).toBe('26–50 de 1.200 órdenes')
})
