import { expect, test } from 'vitest'
import { colorStyles, colorStylesAddress } from '#shop/server/pages/document.ts'

test('contains only colours that staff added', () => {
	expect(colorStyles([{ color: 'Negro' }])).toBe('')
	const styles = colorStyles([{ color: 'Negro' }, { color: 'Azul noche', muestra: '#22306e' }])
	expect(styles).toContain('.swatch[data-swatch="azul-noche"]{--swatch:#22306e}')
	expect(styles).toContain('[data-color="azul-noche"][data-color]{--accent:#')
	expect(styles).toContain('@media (prefers-color-scheme:dark){[data-color="azul-noche"]')
	expect(styles).toContain('--on-stage-muted:#')
	expect(styles).not.toContain('negro')
})

test('changes its address with its styles', () => {
	expect(colorStylesAddress('a')).toMatch(/^\/colores\.css\?v=[0-9a-f]{8}$/)
	expect(colorStylesAddress('a')).not.toBe(colorStylesAddress('b'))
})
