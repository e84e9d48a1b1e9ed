import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
	baseOf,
	changeDraft,
	createDraft,
	discardEdits,
	type FieldPlace,
	hasUnsaved,
	outcomeOf,
	type RowKind,
	rebaseDraft,
	sendDraft,
} from '#core/web/edit/edits-store.ts'
import type { ApiAnswer, send } from '#core/web/session/api.ts'

const calls = vi.hoisted(() => vi.fn<typeof send>())
vi.mock('#core/web/session/api.ts', async (real) => ({ ...(await real<object>()), send: calls }))

const productKind: RowKind = {
	name: 'producto',
	edit: (id, body) => ({ method: 'PATCH', address: `/api/admin_productos/${id}/`, body, auth: true }),
}
const row = { id: 7, version: 3, precio: 29_990, stock: 10 }
const precio: FieldPlace = { kind: productKind, row, field: 'precio' }
const stock: FieldPlace = { kind: productKind, row, field: 'stock' }

const saved = (changes: object): ApiAnswer<unknown> => ({ ok: true, status: 200, data: { ...row, ...changes } })
const outdated = (actual: object): ApiAnswer<unknown> => ({
	ok: false,
	status: 409,
	code: 'version_distinta',
	text: 'Otra persona cambió esto.',
	extra: { actual: { ...row, ...actual } },
	body: '',
})
const lost: ApiAnswer<unknown> = { ok: false, status: 0, code: 'sin_conexion', text: 'x', extra: {}, body: '' }
/** The sent bodies with their If-Match headers. */
const sent = () => calls.mock.calls.map(([{ body }, options]) => [body, options?.headers?.['if-match']])
const nothing = () => {}

beforeEach(() => {
	calls.mockReset()
	vi.spyOn(console, 'error').mockImplementation(nothing)
})
afterEach(discardEdits)

describe('sendDraft', () => {
	it('sends only the changed field, with the version at the start of the edit', async () => {
		calls.mockResolvedValueOnce(saved({ precio: 31_990, version: 4 }))
		changeDraft(precio, '31990')
		expect(await sendDraft(precio, 31_990, nothing)).toBe('saved')
		expect(sent()).toEqual([[{ precio: 31_990 }, '"3"']])
		expect(hasUnsaved()).toBe(false)
	})

	it('sends no If-Match header for a row without a version', async () => {
		calls.mockResolvedValueOnce(saved({ precio: 31_990 }))
		const bare: FieldPlace = { ...precio, row: { id: 8, precio: 29_990 } as typeof row }
		changeDraft(bare, '31990')
		expect(await sendDraft(bare, 31_990, nothing)).toBe('saved')
		expect(sent()).toEqual([[{ precio: 31_990 }, undefined]])
	})

	it('sends a double click once', async () => {
		calls.mockResolvedValueOnce(saved({ precio: 31_990, version: 4 }))
		changeDraft(precio, '31990')
		const ends = await Promise.all([sendDraft(precio, 31_990, nothing), sendDraft(precio, 31_990, nothing)])
		expect(ends).toEqual(['saved', 'superseded'])
		expect(sent()).toHaveLength(1)
	})

	it('saves a second edit of the same row without a conflict with the first one', async () => {
		calls.mockResolvedValueOnce(saved({ precio: 31_990, version: 4 }))
		calls.mockResolvedValueOnce(saved({ precio: 31_990, stock: 12, version: 5 }))
		changeDraft(precio, '31990')
		changeDraft(stock, '12')
		const first = sendDraft(precio, 31_990, nothing)
		const second = sendDraft(stock, 12, nothing)
		expect(await Promise.all([first, second])).toEqual(['saved', 'saved'])
		expect(sent()).toEqual([
			[{ precio: 31_990 }, '"3"'],
			[{ stock: 12 }, '"4"'],
		])
	})

	it('reports a conflict for a draft that is older than a concurrent change, even after a save of another field', async () => {
		const afterSale = { ...row, stock: 9, version: 4 }
		calls.mockResolvedValueOnce(saved({ precio: 31_990, stock: 9, version: 5 }))
		calls.mockResolvedValueOnce(outdated({ precio: 29_990, stock: 9, version: 5 }))
		changeDraft(stock, '12')
		changeDraft({ ...precio, row: afterSale }, '31990')
		expect(await sendDraft({ ...precio, row: afterSale }, 31_990, nothing)).toBe('saved')
		expect(await sendDraft(stock, 12, nothing)).toBe('conflict')
		expect(sent()).toEqual([
			[{ precio: 31_990 }, '"4"'],
			[{ stock: 12 }, '"3"'],
		])
	})

	it('retains the draft after a lost connection, and saves it on the next try', async () => {
		calls.mockResolvedValueOnce(lost)
		calls.mockResolvedValueOnce(saved({ precio: 31_990, version: 4 }))
		changeDraft(precio, '31990')
		expect(await sendDraft(precio, 31_990, nothing)).toBe('failed')
		expect(hasUnsaved()).toBe(true)
		expect(await sendDraft(precio, 31_990, nothing)).toBe('saved')
	})

	it('retries on the new version when a sale changed another field of the row', async () => {
		calls.mockResolvedValueOnce(outdated({ stock: 9, version: 4 }))
		calls.mockResolvedValueOnce(saved({ precio: 31_990, stock: 9, version: 5 }))
		changeDraft(precio, '31990')
		expect(await sendDraft(precio, 31_990, nothing)).toBe('saved')
		expect(sent()).toEqual([
			[{ precio: 31_990 }, '"3"'],
			[{ precio: 31_990 }, '"4"'],
		])
	})

	it('overwrites a colleague’s value only after rebaseDraft', async () => {
		calls.mockResolvedValueOnce(outdated({ precio: 27_990, version: 4 }))
		calls.mockResolvedValueOnce(saved({ precio: 31_990, version: 5 }))
		changeDraft(precio, '31990')
		expect(await sendDraft(precio, 31_990, nothing)).toBe('conflict')
		rebaseDraft(precio)
		expect(await sendDraft(precio, 31_990, nothing)).toBe('saved')
		expect(sent()[1]).toEqual([{ precio: 31_990 }, '"4"'])
	})

	it('retains text that is typed during a save as a draft', async () => {
		calls.mockImplementationOnce(async () => {
			changeDraft(precio, '32990')
			return saved({ precio: 31_990, version: 4 })
		})
		changeDraft(precio, '31990')
		expect(await sendDraft(precio, 31_990, nothing)).toBe('superseded')
		expect(hasUnsaved()).toBe(true)
	})
})

describe('other drafts', () => {
	it('count as unsaved while they contain text, and are discarded with the others', () => {
		const draft = createDraft('', (text) => text.trim() === '')
		draft.set('Llamar')
		expect(hasUnsaved()).toBe(true)
		discardEdits()
		expect([hasUnsaved(), draft.get()]).toEqual([false, ''])
		draft.set(' ')
		expect(hasUnsaved()).toBe(false)
	})
})

describe('the row of an edit', () => {
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
			expect(outcomeOf(refused('version_distinta'), 'precio', base)).toEqual({
				kind: 'failed',
				problem: 'No se puede.',
			})
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
})
