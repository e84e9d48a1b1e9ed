import { describe, expect, it } from 'vitest'
import type { ApiAnswer } from '#web/session/api.ts'
import { baseOf, outcomeOf } from '#web/staff/edit/row-edit.ts'

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
	it('takes the row that the server answers as saved', () => {
		const row = { id: 1, precio: 31_990, version: 4 }
		expect(outcomeOf({ ok: true, status: 200, data: row }, 'precio', base)).toEqual({ kind: 'saved', row })
	})

	it('shows both values when somebody else changed the same field', () => {
		const answer = refused('version_distinta', { actual: { id: 1, precio: 27_990, version: 5 } })
		expect(outcomeOf(answer, 'precio', base)).toEqual({ kind: 'conflict', theirs: { value: 27_990, version: 5 } })
	})

	it('sends again when only other fields of the row changed', () => {
		const answer = refused('version_distinta', { actual: { id: 1, precio: 29_990, stock: 2, version: 5 } })
		expect(outcomeOf(answer, 'precio', base)).toEqual({ kind: 'again', base: { value: 29_990, version: 5 } })
	})

	it('does not take a conflict without the current row for anything but a failure', () => {
		expect(outcomeOf(refused('version_distinta'), 'precio', base)).toEqual({ kind: 'failed', problem: 'No se puede.' })
	})

	it('tells a lost connection from a refusal', () => {
		expect(outcomeOf(refused('sin_conexion', {}, 0), 'precio', base)).toMatchObject({
			problem: expect.stringContaining('Sin conexión'),
		})
	})
})

describe('baseOf', () => {
	it('does without a version where the server keeps none', () => {
		expect(baseOf({ precio: 1 }, 'precio')).toEqual({ value: 1, version: undefined })
	})

	it('finds nothing in what is no row', () => {
		expect(baseOf(null, 'precio')).toBeUndefined()
		expect(baseOf({ version: 1, precio: null }, 'precio')).toBeUndefined()
	})
})
