import { describe, expect, it } from 'vitest'
import { addressWith, pageIn, panelQueryOf } from '#core/web/panel/panel-parts.tsx'

const at = (text: string) => new URLSearchParams(text)

describe('panel address', () => {
	it('resets the page when a filter changes', () => {
		expect(addressWith(at('tab=admin&pagina=4'), { estado: 'pagada' }).toString()).toBe('tab=admin&estado=pagada')
		expect(addressWith(at('tab=admin&estado=pagada'), { pagina: 2 }).toString()).toBe(
			'tab=admin&estado=pagada&pagina=2',
		)
	})

	it('removes empty parameters', () => {
		expect(addressWith(at('tab=admin&estado=pagada'), { estado: '' }).toString()).toBe('tab=admin')
	})

	it('drops the filters when the section changes', () => {
		expect(panelQueryOf('usuarios').toString()).toBe('tab=admin&seccion=usuarios')
	})

	it.each(['', '0', '-2', 'x', '1.5'])('reads page "%s" as page 1', (page) => {
		expect(pageIn(at(`pagina=${page}`))).toBe(1)
	})
})
