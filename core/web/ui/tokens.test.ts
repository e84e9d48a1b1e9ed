import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { colorThemes, palette } from '#modules/catalog/color-themes.ts'
import { builtInColors } from '#modules/catalog/colors.ts'

const css = readFileSync('core/web/ui/tokens.css', 'utf8')
const darkAt = css.indexOf('@media (prefers-color-scheme: dark)')
const sheets = { light: css.slice(0, darkAt), dark: css.slice(darkAt) }

/** Returns the variables of every rule for a selector; later ones override. */
function variablesOf(sheet: string, selector: string): Record<string, string> {
	const rules = [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selectors = '']) =>
		selectors.split(',').some((one) => one.trim().endsWith(selector)),
	)
	const declared = rules.flatMap(([, , body = '']) => [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)])
	return Object.fromEntries(declared.map(([, name = '', value = '']) => [name, value]))
}

test.each(['light', 'dark'] as const)(
	'the stylesheet has the palette’s backgrounds and text colours (%s)',
	(scheme) => {
		const { paper, ink, muted } = palette[scheme]
		expect(variablesOf(sheets[scheme], ':root')).toMatchObject({ paper, ink, muted })
	},
)

test.each(builtInColors.flatMap((color) => (['light', 'dark'] as const).map((scheme) => [color, scheme] as const)))(
	'the stylesheet has the theme of %s (%s)',
	(color, scheme) => {
		const selector = `[data-color="${color.toLowerCase()}"]`
		const found = { ...variablesOf(sheets[scheme], ':root'), ...variablesOf(sheets[scheme], selector) }
		const { accent, onAccent, stageNear, stageFar } = colorThemes[color][scheme]
		expect(found).toMatchObject({
			accent,
			'on-accent': onAccent,
			'stage-near': stageNear,
			'stage-far': stageFar,
		})
	},
)

test('tokens.css is the only source of the pages with hex colours', () => {
	const sources = globSync('web/**/*.{css,ts,tsx}').filter((path) => !/tokens\.css$|\.test\.tsx?$/.test(path))
	const found = sources.flatMap((path) => {
		const code = readFileSync(path, 'utf8').replaceAll(/url\("data:[^"]*"\)/g, '')
		return [...code.matchAll(/#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b/gi)].map(([color]) => `${path} ${color}`)
	})
	expect(found).toEqual([])
})
