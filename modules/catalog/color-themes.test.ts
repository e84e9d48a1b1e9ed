import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, palette, swatchTheme } from '#modules/catalog/color-themes.ts'

const swatches = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('computes the contrast of WCAG', () => {
	expect(contrast('#ffffff', '#000000')).toBe(21)
	expect(contrast('#777777', '#777777')).toBe(1)
	expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('returns legible text for any swatch', () => {
	fc.assert(
		fc.property(swatches, fc.constantFrom('light' as const, 'dark' as const), (swatch, scheme) => {
			const theme = swatchTheme(swatch, scheme)
			for (const color of Object.values(theme)) expect(color).toMatch(/^#[0-9a-f]{6}$/)
			for (const ground of [theme.stageNear, theme.stageFar]) {
				expect(contrast(theme.onStage, ground)).toBeGreaterThanOrEqual(4.5)
				expect(contrast(theme.onStageMuted, ground)).toBeGreaterThanOrEqual(4.5)
				expect(contrast(theme.stageAccent, ground)).toBeGreaterThanOrEqual(3)
			}
			expect(contrast(theme.stageAccent, theme.onStageAccent)).toBeGreaterThanOrEqual(4.5)
			expect(contrast(theme.accent, theme.onAccent)).toBeGreaterThanOrEqual(4.5)
			expect(contrast(theme.accent, palette[scheme].paper)).toBeGreaterThanOrEqual(4.5)
		}),
	)
})

test('keeps the hue of the swatch', () => {
	expect(swatchTheme('#2e7d5b', 'light')).toMatchObject({ stageNear: '#f1f9f5', stageFar: '#badece' })
	expect(swatchTheme('#808080', 'light').stageFar).toBe('#cccccc')
})
