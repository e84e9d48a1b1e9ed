import { expect, it } from 'vitest'
import { panelQuery } from '#core/rules/staff-panel.ts'

it('opens the panel at its orders, at a section, or at one order', () => {
	expect(String(panelQuery())).toBe('tab=admin')
	expect(String(panelQuery({ seccion: 'productos' }))).toBe('tab=admin&seccion=productos')
	expect(String(panelQuery({ orden: '6f0f3a52' }))).toBe('tab=admin&orden=6f0f3a52')
})
