import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
	changeDraft,
	createDraft,
	discardEdits,
	type FieldPlace,
	hasUnsaved,
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
