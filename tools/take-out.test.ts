import { describe, expect, it } from 'vitest'
import { listWithout } from './take-out.ts'

const without = (text: string) => listWithout(text, 'rounds', 'modules/list.ts').replace(/\s+/g, ' ').trim()

describe('a list without a module', () => {
	it('loses the import and the entries that name it', () => {
		expect(
			without(`import { coupons } from '#modules/coupons/module.ts'
				import { rounds } from '#modules/rounds/module.ts'
				export const all = [coupons, rounds]`),
		).toBe("import { coupons } from '#modules/coupons/module.ts' export const all = [coupons, ]")
	})

	it('loses an entry that uses the name inside a call or a function', () => {
		expect(
			without(`import { callOff } from '#modules/rounds/call-off.ts'
				export const hooks = { moved: [(deps) => callOff(deps, 1), other], paid: [other] }`),
		).toBe('export const hooks = { moved: [ other], paid: [other] }')
	})

	it('loses a spread', () => {
		expect(
			without(`import { shape } from '#modules/rounds/shapes.ts'
				export const parts = { ...shape, ...other }`),
		).toBe('export const parts = { ...other }')
	})

	it('loses what it loads later', () => {
		expect(without("export const sections = [section('a', () => import('#modules/rounds/web/a.tsx')), b]")).toBe(
			'export const sections = [ b]',
		)
	})

	it('loses an import that only a lost entry used', () => {
		expect(
			without(`import type { Finders } from '#modules/search/finder.ts'
				import { Kept } from '#modules/kept.ts'
				import { find } from '#modules/rounds/find.ts'
				export const finders = [find as Finders, Kept]`),
		).toBe("import { Kept } from '#modules/kept.ts' export const finders = [ Kept]")
	})
})
