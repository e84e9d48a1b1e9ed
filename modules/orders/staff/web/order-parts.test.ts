import { describe, expect, it } from 'vitest'
import { estadoTone } from '#modules/orders/staff/web/order-parts.tsx'

describe('estadoTone', () => {
	it('gives a known state its own tone and any other the plain one', () => {
		expect(estadoTone('pagada')).toBe('ok')
		expect(estadoTone('por_hacer')).toBe('info')
		expect(estadoTone('toString')).toBe('info')
	})
})
