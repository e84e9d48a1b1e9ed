import { expect, test } from 'vitest'
import { screens } from '#shop/web/app.tsx'
import { headOf, isScreen } from '#shop/web/site-map.ts'

test('only Home is indexed by search engines', () => {
	expect(headOf('/').isIndexed).toBe(true)
	for (const { path } of screens) expect(headOf(path).isIndexed).toBe(false)
})

test('every screen of the site map has a unique head', () => {
	const titles = new Set(screens.map(({ path }) => headOf(path.replace(':uid', 'u').replace(':token', 't')).title))
	expect(titles.size).toBe(screens.length)
	expect(titles).not.toContain(headOf('/nada').title)
})

test('a path without a screen is not found', () => {
	expect(isScreen('/carrito')).toBe(true)
	expect(isScreen('/reset-password/u/t')).toBe(true)
	expect(isScreen('/nada')).toBe(false)
	expect(isScreen('/Login')).toBe(false)
	expect(headOf('/CARRITO').title).toContain('no encontrada')
	expect(headOf('/nada').title).toContain('no encontrada')
})
