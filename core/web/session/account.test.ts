import { beforeEach, expect, it, vi } from 'vitest'
import { forgetOfflineCopy, offlineCopy, saveOfflineCopy } from '#core/web/session/account.ts'
import { clearSession, saveSession } from '#core/web/session/api.ts'
import { memoryStorage } from '#tests/memory-storage.ts'

const stored = new Map<string, string>()
vi.stubGlobal('window', {
	localStorage: memoryStorage(stored),
	addEventListener: () => undefined,
})

const logIn = (sub: string) =>
	saveSession({ access: `x.${btoa(JSON.stringify({ sub })).replaceAll('=', '')}.x`, refresh: 'x' })
const copy = { id: 'ronda-1', nombre: 'Ana', tiene_segundo_factor: true, data: { calle: 'Moneda 970' } }
const containsAddress = () => [...stored.values()].some((text) => text.includes('Moneda 970'))

beforeEach(() => {
	vi.useRealTimers()
	stored.clear()
	logIn('7')
	saveOfflineCopy(copy)
})

it('the offline copy returns the data stored last', () => {
	expect(offlineCopy()).toMatchObject(copy)
	saveOfflineCopy({ ...copy, id: 'ronda-2' })
	expect(offlineCopy()?.id).toBe('ronda-2')
})

it('the offline copy is deleted at log-out', () => {
	clearSession()
	expect(containsAddress()).toBe(false)
})

it('the offline copy is deleted when another account reads it', () => {
	logIn('8')
	expect(offlineCopy()).toBeUndefined()
	expect(containsAddress()).toBe(false)
})

it('the offline copy is deleted when its round ends, and not at the end of another', () => {
	forgetOfflineCopy('ronda-2')
	expect(offlineCopy()?.id).toBe('ronda-1')
	forgetOfflineCopy('ronda-1')
	expect(containsAddress()).toBe(false)
})

it('the offline copy is deleted the next morning, and when unreadable', () => {
	vi.useFakeTimers({ now: Date.now() + 19 * 3_600_000 })
	expect(offlineCopy()).toBeUndefined()
	expect(containsAddress()).toBe(false)
	stored.set('premium-shaker-ronda', '{"calle":"Moneda 970"')
	expect(offlineCopy()).toBeUndefined()
	expect(containsAddress()).toBe(false)
})

it('the offline copy stores nothing without a session', () => {
	clearSession()
	saveOfflineCopy(copy)
	expect(containsAddress()).toBe(false)
})
