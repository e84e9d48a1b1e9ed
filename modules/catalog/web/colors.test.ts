import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { builtInColors } from '#modules/catalog/colors.ts'

const fileOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const times = (text: string, part: string) => text.split(part).length - 1

describe.each(builtInColors)("the colour %s, outside of the type checker's reach", (color) => {
	const slug = color.toLowerCase()

	it('has its shades, in light and dark mode', () => {
		expect(times(fileOf('core/web/ui/tokens.css'), `[data-color="${slug}"]`)).toBe(2)
	})

	it('has its swatch and its drawing', () => {
		expect(fileOf('core/web/ui/tokens.css')).toContain(`[data-swatch="${slug}"]`)
		expect(fileOf('modules/home/web/specifications.css')).toContain(`[data-for="${slug}"]`)
	})

	it('is named in the search engine texts', () => {
		expect(fileOf('shop/web/site-map.ts')).toMatch(new RegExp(`en [^.']*\\b${slug}\\b`))
	})

	it('is known to the scripts that render its pictures', () => {
		expect(fileOf('rig/pictures/bottle.py')).toContain(`"${color}": {`)
		expect(fileOf('rig/pictures/shots.py')).toMatch(new RegExp(`SEAMLESS = .*"${color}"`))
		expect(fileOf('rig/pictures/shots.py')).toMatch(new RegExp(`enumerate\\(\\(.*"${color}"`))
	})
})

it.each(['shop/web/entry-server.tsx', 'package.json'])('%s states the number of colours', (path) => {
	const words = ['cero', 'un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho']
	expect(fileOf(path)).toContain(`${words[builtInColors.length]} colores`)
})
