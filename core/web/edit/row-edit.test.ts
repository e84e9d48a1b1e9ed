import { describe, expect, it } from 'vitest'
import { baseOf, outcomeOf } from '#core/web/edit/edits-store.ts'
import type { ApiAnswer } from '#core/web/session/api.ts'

const base = { value: 29_990, version: 3 }
const refused = (code: string, extra: Record<string, unknown> = {}, status = 409): ApiAnswer<unknown> => ({
	ok: false,
	status,
	code,
	text: 'No se puede.',
	extra,
	body: '',
})

describe('outcomeOf', () => {
	it('returns the answered row as saved', () => {
		const row = { id: 1, precio: 31_990, version: 4 }
		expect(outcomeOf({ ok: true, status: 200, data: row }, 'precio', base)).toEqual({ kind: 'saved', row })
	})

	it('returns a conflict with both values after a concurrent change of the same field', () => {
		const answer = refused('version_distinta', { actual: { id: 1, precio: 27_990, version: 5 } })
		expect(outcomeOf(answer, 'precio', base)).toEqual({ kind: 'conflict', theirs: { value: 27_990, version: 5 } })
	})

	it('returns `again` with the new version when only other fields changed', () => {
		const answer = refused('version_distinta', { actual: { id: 1, precio: 29_990, stock: 2, version: 5 } })
		expect(outcomeOf(answer, 'precio', base)).toEqual({ kind: 'again', base: { value: 29_990, version: 5 } })
	})

	it('returns a failure for a conflict answer without the current row', () => {
		expect(outcomeOf(refused('version_distinta'), 'precio', base)).toEqual({ kind: 'failed', problem: 'No se puede.' })
	})

	it('returns a separate message for a lost connection', () => {
		expect(outcomeOf(refused('sin_conexion', {}, 0), 'precio', base)).toMatchObject({
			problem: expect.stringContaining('Sin conexión'),
		})
	})
})

describe('baseOf', () => {
	it('returns an undefined version for a row without one', () => {
		expect(baseOf({ precio: 1 }, 'precio')).toEqual({ value: 1, version: undefined })
	})

	it('returns undefined for a value that is not a row', () => {
		expect(baseOf(null, 'precio')).toBeUndefined()
		expect(baseOf({ version: 1, precio: null }, 'precio')).toBeUndefined()
	})
})
