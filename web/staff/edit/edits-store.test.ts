import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApiAnswer, send } from '#web/session/api.ts'
import {
	changeDraft,
	changeNewProduct,
	changeNote,
	discardEdits,
	type FieldPlace,
	finishNote,
	hasUnsaved,
	rebaseDraft,
	sendDraft,
} from '#web/staff/edit/edits-store.ts'
import { emptyDraft } from '#web/staff/products/product-draft.ts'
import { productKind } from '#web/staff/row-kinds.ts'

const calls = vi.hoisted(() => vi.fn<typeof send>())
vi.mock('#web/session/api.ts', async (real) => ({ ...(await real<object>()), send: calls }))

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
	it('sends the one changed field with the version that it was made on', async () => {
		calls.mockResolvedValueOnce(saved({ precio: 31_990, version: 4 }))
		changeDraft(precio, '31990')
		expect(await sendDraft(precio, 31_990, nothing)).toBe('saved')
		expect(sent()).toEqual([[{ precio: 31_990 }, '"3"']])
		expect(hasUnsaved()).toBe(false)
	})

	it('sends no version of a row that came without one', async () => {
		calls.mockResolvedValueOnce(saved({ precio: 31_990 }))
		const bare: FieldPlace = { ...precio, row: { id: 8, precio: 29_990 } as typeof row }
		changeDraft(bare, '31990')
		expect(await sendDraft(bare, 31_990, nothing)).toBe('saved')
		expect(sent()).toEqual([[{ precio: 31_990 }, undefined]])
	})

	it('does a double click once', async () => {
		calls.mockResolvedValueOnce(saved({ precio: 31_990, version: 4 }))
		changeDraft(precio, '31990')
		const ends = await Promise.all([sendDraft(precio, 31_990, nothing), sendDraft(precio, 31_990, nothing)])
		expect(ends).toEqual(['saved', 'superseded'])
		expect(sent()).toHaveLength(1)
	})

	it('does not take its own first edit of a row for somebody else’s when a second one follows at once', async () => {
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

	it('overwrites nobody’s change of another field unseen: a draft on an older version than the one saved keeps it', async () => {
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

	it('keeps what was typed when the connection is lost, and saves it on the next try', async () => {
		calls.mockResolvedValueOnce(lost)
		calls.mockResolvedValueOnce(saved({ precio: 31_990, version: 4 }))
		changeDraft(precio, '31990')
		expect(await sendDraft(precio, 31_990, nothing)).toBe('failed')
		expect(hasUnsaved()).toBe(true)
		expect(await sendDraft(precio, 31_990, nothing)).toBe('saved')
	})

	it('goes on by itself when a sale changed another field of the row', async () => {
		calls.mockResolvedValueOnce(outdated({ stock: 9, version: 4 }))
		calls.mockResolvedValueOnce(saved({ precio: 31_990, stock: 9, version: 5 }))
		changeDraft(precio, '31990')
		expect(await sendDraft(precio, 31_990, nothing)).toBe('saved')
		expect(sent()).toEqual([
			[{ precio: 31_990 }, '"3"'],
			[{ precio: 31_990 }, '"4"'],
		])
	})

	it('overwrites a colleague’s value only when told to', async () => {
		calls.mockResolvedValueOnce(outdated({ precio: 27_990, version: 4 }))
		calls.mockResolvedValueOnce(saved({ precio: 31_990, version: 5 }))
		changeDraft(precio, '31990')
		expect(await sendDraft(precio, 31_990, nothing)).toBe('conflict')
		rebaseDraft(precio)
		expect(await sendDraft(precio, 31_990, nothing)).toBe('saved')
		expect(sent()[1]).toEqual([{ precio: 31_990 }, '"4"'])
	})

	it('keeps what is typed while a save is under way', async () => {
		calls.mockImplementationOnce(async () => {
			changeDraft(precio, '32990')
			return saved({ precio: 31_990, version: 4 })
		})
		changeDraft(precio, '31990')
		expect(await sendDraft(precio, 31_990, nothing)).toBe('superseded')
		expect(hasUnsaved()).toBe(true)
	})
})

describe('a note that is being written', () => {
	it('is unsaved until the server has it', () => {
		changeNote('orden-1', 'Llamar el lunes ')
		expect(hasUnsaved()).toBe(true)
		finishNote('orden-1', 'Llamar el lunes ')
		expect(hasUnsaved()).toBe(false)
	})

	it('stays when it was written on while it was sent', () => {
		changeNote('orden-1', 'Llamar el lunes')
		changeNote('orden-1', 'Llamar el lunes, no antes')
		finishNote('orden-1', 'Llamar el lunes')
		expect(hasUnsaved()).toBe(true)
	})

	it('is forgotten with the other drafts, and nothing when it is blank', () => {
		changeNote('orden-1', 'Llamar el lunes')
		discardEdits()
		expect(hasUnsaved()).toBe(false)
		changeNote('orden-1', ' ')
		expect(hasUnsaved()).toBe(false)
	})
})

describe('a new product that is being typed', () => {
	it('is unsaved until it is made or forgotten, so that nobody else at the screen sees it', () => {
		changeNewProduct({ ...emptyDraft, nombre: 'Cepillo' })
		expect(hasUnsaved()).toBe(true)
		discardEdits()
		expect(hasUnsaved()).toBe(false)
		changeNewProduct({ ...emptyDraft, precio: '4990' })
		expect(hasUnsaved()).toBe(true)
		changeNewProduct(emptyDraft)
		expect(hasUnsaved()).toBe(false)
	})
})
