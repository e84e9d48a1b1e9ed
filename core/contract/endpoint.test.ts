import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addressOf, endpoint, type InputOf } from '#core/contract/endpoint.ts'

const readSomething = endpoint({
	method: 'GET',
	path: '/api/cosas/:id/partes/:parte/',
	tag: 'cosas',
	caller: 'anyone',
	params: z.object({ id: z.number(), parte: z.string() }),
	query: z.object({ q: z.string().optional(), page: z.number().default(1) }),
	answer: z.null(),
})

describe('addressOf', () => {
	it('inserts escaped parameters', () => {
		expect(addressOf(readSomething, { params: { id: 7, parte: 'a/b c' } })).toBe('/api/cosas/7/partes/a%2Fb%20c/')
	})

	it('adds the query without undefined and empty values', () => {
		const params = { id: 7, parte: 'x' }
		expect(addressOf(readSomething, { params, query: { q: 'ñandú & co', page: 2 } })).toBe(
			'/api/cosas/7/partes/x/?q=%C3%B1and%C3%BA+%26+co&page=2',
		)
		expect(addressOf(readSomething, { params, query: { q: '' } })).toBe('/api/cosas/7/partes/x/')
		expect(addressOf(readSomething, { params, query: { q: undefined, page: 0 } })).toBe('/api/cosas/7/partes/x/?page=0')
	})
})

describe('endpoint', () => {
	const about = { path: '/api/cosas/', tag: 'cosas', answer: z.null() } as const

	it('requires the guards in its type', () => {
		// @ts-expect-error without freshProof
		endpoint({ ...about, method: 'POST', caller: 'customer' })
		// @ts-expect-error without permission
		endpoint({ ...about, method: 'POST', caller: 'staff', freshProof: false })
		// @ts-expect-error a permission to read, for a call that changes something
		endpoint({ ...about, method: 'POST', caller: 'staff', permission: 'ver_panel', freshProof: false })
		endpoint({ ...about, method: 'GET', caller: 'staff', permission: 'ver_panel', freshProof: false })
	})
})

describe('InputOf', () => {
	const writeSomething = endpoint({
		method: 'PUT',
		path: '/api/cosas/',
		tag: 'cosas',
		caller: 'customer',
		freshProof: false,
		body: z.object({ lineas: z.array(z.object({ color: z.string() })).optional() }),
		answer: z.null(),
	})
	type Input = InputOf<typeof writeSomething>

	it('accepts read-only data, and requires a body unless all its fields are optional', () => {
		const lineas: readonly { readonly color: string }[] = [{ color: 'Negro' }]
		const inputs: Input[] = [{ body: { lineas } }, { body: {} }]
		// @ts-expect-error the server rejects a call without its body
		const without: Input = {}
		expect([inputs.length, without]).toEqual([2, {}])
	})
})
