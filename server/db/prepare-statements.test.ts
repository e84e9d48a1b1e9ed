import type { ClientBase } from 'pg'
import { expect, it } from 'vitest'
import { createStatementNames, prepareStatements } from '#server/db/prepare-statements.ts'

const times = (count: number, run: () => string | undefined) => Array.from({ length: count }, run)

it('a statement gets a name of its own once it is asked often, the same ever after', () => {
	const nameOf = createStatementNames()
	expect(times(12, () => nameOf('select 1'))).toEqual([...Array(9).fill(undefined), 'tienda_1', 'tienda_1', 'tienda_1'])
	expect(times(10, () => nameOf('select 2')).at(-1)).toBe('tienda_2')
})

it('no more than 200 statements get a name, however many different ones come', () => {
	const nameOf = createStatementNames()
	const named = Array.from({ length: 3000 }, (_, at) => times(10, () => nameOf(`select ${at}`)).at(-1))
	expect(named.filter((name) => name !== undefined)).toHaveLength(200)
})

it('only statements with parameters, and without a name of their own, are prepared', () => {
	const sent: unknown[] = []
	const client = { query: (...args: unknown[]) => sent.push(args) } as unknown as ClientBase
	prepareStatements(client, () => 'tienda_1')
	const query = client.query as unknown as (...args: unknown[]) => unknown
	query({ text: 'select $1' }, [1])
	query({ text: 'begin' })
	query('select 1', [1])
	query({ text: 'select $1', name: 'own' }, [1])
	expect(sent).toEqual([
		[{ text: 'select $1', name: 'tienda_1' }, [1]],
		[{ text: 'begin' }],
		['select 1', [1]],
		[{ text: 'select $1', name: 'own' }, [1]],
	])
})
