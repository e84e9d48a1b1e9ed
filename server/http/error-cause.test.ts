import { expect, it } from 'vitest'
import { errorCause } from '#server/http/error-cause.ts'

const fail = (typed: string) => new Error(`no se pudo con ${typed}`)

it('names the same cause alike, whatever was typed, and tells another apart', () => {
	const [one, two] = ['ana@correo.cl', 'luis@correo.cl'].map((typed) => errorCause(fail(typed)))
	expect(one).toBe(two)
	expect(one).not.toContain('correo')
	expect(one).toMatch(/^Error server\/http\/error-cause\.test\.ts:\d+$/)
	expect(errorCause(new TypeError('x'))).not.toBe(one)
})

it('goes by the innermost cause and its code', () => {
	const inner = Object.assign(new Error('duplicate'), { code: '23505' })
	expect(errorCause(new Error('query failed', { cause: inner }))).toContain('23505')
})

it('stops telling causes apart before they fill the memory', () => {
	const causes = Array.from({ length: 500 }, (_, n) => errorCause(Object.assign(new Error('x'), { code: `E${n}` })))
	expect(causes.at(-1)).toBe('otras')
})
