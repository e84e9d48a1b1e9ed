import { describe, expect, it } from 'vitest'
import { addressWith, pageIn, panelQueryOf, sectionIn } from '#web/staff/panel-address.ts'

const at = (text: string) => new URLSearchParams(text)

describe('the address of the panel', () => {
	it('opens at the orders, and where it names a section, there', () => {
		expect(sectionIn(at('tab=admin'))).toBe('ordenes')
		expect(sectionIn(at('tab=admin&seccion=productos'))).toBe('productos')
		expect(sectionIn(at('tab=admin&seccion=otra'))).toBe('ordenes')
	})

	it('begins at the first page whenever the choice of rows changes', () => {
		expect(addressWith(at('tab=admin&pagina=4'), { estado: 'pagada' }).toString()).toBe('tab=admin&estado=pagada')
		expect(addressWith(at('tab=admin&estado=pagada'), { pagina: 2 }).toString()).toBe(
			'tab=admin&estado=pagada&pagina=2',
		)
	})

	it('leaves out what is empty', () => {
		expect(addressWith(at('tab=admin&estado=pagada'), { estado: '' }).toString()).toBe('tab=admin')
	})

	it('takes no filter along to another section', () => {
		expect(panelQueryOf('usuarios').toString()).toBe('tab=admin&seccion=usuarios')
	})

	it.each(['', '0', '-2', 'x', '1.5'])('reads page "%s" as the first', (page) => {
		expect(pageIn(at(`pagina=${page}`))).toBe(1)
	})
})
