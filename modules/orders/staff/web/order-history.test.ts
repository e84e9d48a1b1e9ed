import { afterEach, describe, expect, it } from 'vitest'
import { discardEdits, hasUnsaved } from '#core/web/edit/edits-store.ts'
import { changeNote, finishNote } from '#modules/orders/staff/web/order-history.tsx'

afterEach(discardEdits)

describe('note drafts', () => {
	it('counts a note as unsaved until the server has stored it', () => {
		changeNote('orden-1', 'Llamar el lunes ')
		expect(hasUnsaved()).toBe(true)
		finishNote('orden-1', 'Llamar el lunes ')
		expect(hasUnsaved()).toBe(false)
	})

	it('retains a note that changed during its request', () => {
		changeNote('orden-1', 'Llamar el lunes')
		changeNote('orden-1', 'Llamar el lunes, no antes')
		finishNote('orden-1', 'Llamar el lunes')
		expect(hasUnsaved()).toBe(true)
	})

	it('discards notes with the other drafts, and ignores blank ones', () => {
		changeNote('orden-1', 'Llamar el lunes')
		discardEdits()
		expect(hasUnsaved()).toBe(false)
		changeNote('orden-1', ' ')
		expect(hasUnsaved()).toBe(false)
	})
})
