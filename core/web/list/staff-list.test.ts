import { describe, expect, it } from 'vitest'
import { readList } from '#core/web/list/staff-list.tsx'

const rows = [{ id: 1 }, { id: 2 }]

describe('readList', () => {
	it.each(['results', 'items', 'users', 'data'])('reads a list wrapped in %s', (name) => {
		expect(readList({ [name]: rows })).toEqual({ rows, count: 2 })
	})

	it('reads a bare list', () => {
		expect(readList(rows)).toEqual({ rows, count: 2 })
	})

	it('takes the count of all rows from the answer', () => {
		expect(readList({ results: rows, count: 90 })).toEqual({ rows, count: 90 })
	})

	it.each([[null], ['x'], [{ results: 'x' }]])('does not take %j for an empty list', (answer) => {
		expect(() => readList(answer)).toThrow(TypeError)
	})
})
