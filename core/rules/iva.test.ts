import { describe, expect, it } from 'vitest'
import { splitIva } from '#core/rules/iva.ts'

describe('splitIva', () => {
	it('adds up to every total up to a million, the net rounded half up', () => {
		const wrong: number[] = []
		for (let total = 1; total <= 1_000_000; total += 1) {
			const { neto, iva } = splitIva(total)
			// Half up without fractions: 119 nets are never more than half a peso's worth from 100 totals.
			const off = 100 * total - 119 * neto
			const isNearest = 2 * off < 119 && 2 * off >= -119
			if (neto + iva !== total || !isNearest || iva < 0) wrong.push(total)
		}
		expect(wrong).toEqual([])
	})

	it("returns the amounts of the shop's prices", () => {
		expect(splitIva(29_990)).toEqual({ neto: 25_202, iva: 4788 })
		expect(splitIva(1005)).toEqual({ neto: 845, iva: 160 })
		expect(splitIva(2_000_000_000)).toEqual({ neto: 1_680_672_269, iva: 319_327_731 })
		expect(splitIva(1)).toEqual({ neto: 1, iva: 0 })
	})
})
