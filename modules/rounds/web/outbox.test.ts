import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveSession } from '#core/web/session/api.ts'
import type { RoundStop } from '#modules/rounds/shapes.ts'
import { waitingText } from '#modules/rounds/web/use-round.tsx'
import { memoryStorage } from '#tests/memory-storage.ts'
import {
	discard,
	onAnsweredPress,
	type Press,
	pressAt,
	readOutbox,
	removeFromOutbox,
	sendAgain,
	sendAllPresses,
	sendPresses,
	setAsidePresses,
	unsentPhotos,
	unsentPresses,
	withPresses,
} from './outbox.ts'

/** The server's next answers: a status, or a network failure. */
let answers: (number | 'no signal')[]
let sent: { path: string; key: string | null; hecha_at: string }[]
let sentMotives: unknown[]

beforeEach(() => {
	vi.stubGlobal('window', { localStorage: memoryStorage() })
	vi.stubGlobal('navigator', {})
	vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
		const answer = answers.shift() ?? 'no signal'
		if (answer === 'no signal') throw new TypeError('failed to fetch')
		const key = new Headers(init.headers).get('idempotency-key')
		const isPhoto = init.body instanceof FormData
		const { hecha_at, motivo } = isPhoto ? { hecha_at: 'photo' } : JSON.parse(String(init.body))
		sent.push({ path, key, hecha_at })
		sentMotives.push(motivo)
		const body = answer === 200 ? {} : { error: 'Esa parada ya está hecha.', code: 'parada_hecha' }
		return new Response(JSON.stringify(body), { status: answer })
	})
	answers = []
	sent = []
	sentMotives = []
	logIn('7')
})
afterEach(() => vi.unstubAllGlobals())

function logIn(sub: string): void {
	const payload = btoa(JSON.stringify({ sub, exp: 4_102_444_800 }))
	saveSession({ access: `a.${payload}.c`, refresh: 'r' })
}

const at = (minute: number) => `2026-11-24T18:${minute}:00.000Z`
const press = (parada_id: string, more: Partial<Press> = {}): Press => ({
	parada_id,
	nro_orden: 1001,
	tipo: 'entregada',
	hecha_at: at(10),
	...more,
})

describe('pressAt', () => {
	it('sends a press at once when online, and leaves the outbox empty', async () => {
		answers = [200]
		expect(await pressAt(press('a'))).toEqual({ is: 'done' })
		expect(sent.map(({ path }) => path)).toEqual(['/api/admin_paradas/a/entregar/'])
		expect(readOutbox()).toEqual([])
	})

	it('queues presses offline, and sends them later in order with their own times and keys', async () => {
		expect(await pressAt(press('a', { hecha_at: at(10) }))).toEqual({ is: 'queued' })
		expect(await pressAt(press('b', { tipo: 'no_entregada', motivo: 'no_contesta', hecha_at: at(20) }))).toEqual({
			is: 'queued',
		})
		const keys = readOutbox().map(({ clave }) => clave)
		expect(await sendAllPresses()).toBe('waiting')
		answers = [200]
		await sendPresses()
		expect(sent).toEqual([{ path: '/api/admin_paradas/a/entregar/', key: keys[0], hecha_at: at(10) }])
		answers = [503, 200]
		await sendPresses()
		expect(unsentPresses(readOutbox())).toHaveLength(1)
		expect(await sendAllPresses()).toBe('nothing')
		expect(sent.slice(1)).toEqual([
			{ path: '/api/admin_paradas/b/no_entregar/', key: keys[1], hecha_at: at(20) },
			{ path: '/api/admin_paradas/b/no_entregar/', key: keys[1], hecha_at: at(20) },
		])
		expect(readOutbox()).toEqual([])
	})

	it('removes a press only after its answer reached the listeners', async () => {
		const sizes: number[] = []
		const stop = onAnsweredPress(() => sizes.push(readOutbox().length))
		answers = [200]
		await pressAt(press('a'))
		stop()
		answers = [200]
		await pressAt(press('b'))
		expect([sizes, readOutbox()]).toEqual([[1], []])
	})

	it('returns the reason when the server rejects a press at once, and does not queue it', async () => {
		answers = [409]
		expect(await pressAt(press('a'))).toEqual({ is: 'refused', problem: 'Esa parada ya está hecha.' })
		expect(readOutbox()).toEqual([])
	})

	it('sets a press aside when it is rejected later, and sends the next one', async () => {
		await pressAt(press('a'))
		await pressAt(press('b'))
		answers = [409, 200]
		await sendPresses()
		expect(readOutbox()).toMatchObject([{ parada_id: 'a', problema: 'Esa parada ya está hecha.' }])
		removeFromOutbox(readOutbox()[0]?.clave ?? '')
		expect(readOutbox()).toEqual([])
	})

	it('sends presses before photos, and retries a photo under its own key', async () => {
		const photo = new Blob(['door'], { type: 'image/jpeg' })
		await pressAt(press('a'), photo)
		await pressAt(press('b'))
		answers = [200, 200]
		await sendPresses()
		expect(unsentPhotos(readOutbox())).toHaveLength(1)
		expect(await sendAllPresses()).toBe('nothing')
		answers = [503, 200]
		await sendPresses()
		await sendPresses()
		expect(sent.map(({ path, hecha_at }) => [path, hecha_at])).toEqual([
			['/api/admin_paradas/a/entregar/', at(10)],
			['/api/admin_paradas/b/entregar/', at(10)],
			['/api/admin_paradas/a/foto/', 'photo'],
			['/api/admin_paradas/a/foto/', 'photo'],
		])
		expect([sent[2]?.key, readOutbox()]).toEqual([sent[3]?.key, []])
	})

	it('undoes a press that was never sent without a request, and deletes its photo', async () => {
		await pressAt(press('a'), new Blob(['door']))
		expect(await pressAt(press('a', { tipo: 'deshecha' }))).toEqual({ is: 'removed' })
		answers = [200, 200]
		await sendPresses()
		expect([sent, readOutbox()]).toEqual([[], []])
	})

	it('sends the undo of a press whose outcome is unknown', async () => {
		answers = [500]
		await pressAt(press('a'))
		answers = [200]
		expect(await pressAt(press('a', { tipo: 'deshecha' }))).toEqual({ is: 'done' })
		expect(sent.map(({ path }) => path)).toEqual(['/api/admin_paradas/a/entregar/', '/api/admin_paradas/a/deshacer/'])
	})

	it('removes an unsent press without removing an earlier unsent undo', async () => {
		answers = [200]
		await pressAt(press('a'))
		await pressAt(press('a', { tipo: 'deshecha' }))
		await pressAt(press('a', { tipo: 'no_entregada', motivo: 'otro' }))
		await pressAt(press('a', { tipo: 'deshecha', hecha_at: at(12) }))
		expect(unsentPresses(readOutbox()).map(({ tipo, hecha_at }) => [tipo, hecha_at])).toEqual([['deshecha', at(10)]])
	})

	it('invents no reason for a stored press without one, which the server rejects', async () => {
		answers = [400, 200]
		await pressAt(press('a', { tipo: 'no_entregada' }))
		await pressAt(press('b', { tipo: 'no_entregada', motivo: 'rechazado' }))
		expect(sentMotives).toEqual([undefined, 'rechazado'])
	})

	it('sends a press only from the account that made it', async () => {
		await pressAt(press('a'))
		logIn('8')
		answers = [200]
		await sendPresses()
		expect(sent).toEqual([])
		logIn('7')
		await sendPresses()
		expect(sent).toHaveLength(1)
	})
})

describe('rejected presses', () => {
	it('are set aside after three 5xx answers, and do not block the next ones', async () => {
		await pressAt(press('a'))
		await pressAt(press('b'))
		for (const status of [500, 502]) {
			answers = [status]
			await sendPresses()
			expect(setAsidePresses(readOutbox())).toEqual([])
		}
		answers = [500, 200]
		await sendPresses()
		expect(sent.map(({ path }) => path.split('/')[3])).toEqual(['a', 'a', 'a', 'b'])
		expect(new Set(sent.slice(0, 3).map(({ key }) => key)).size).toBe(1)
		expect(readOutbox()).toMatchObject([{ parada_id: 'a', problema: 'Esa parada ya está hecha.' }])
		expect(await sendAllPresses()).toBe('set aside')
	})

	it.each([403, 404, 409, 422])('are set aside at once after a %i', async (status) => {
		await pressAt(press('a'))
		await pressAt(press('b'))
		answers = [status, 200]
		await sendPresses()
		expect(readOutbox().map(({ parada_id }) => parada_id)).toEqual(['a'])
		expect(setAsidePresses(readOutbox())).toHaveLength(1)
	})

	it.each([401, 408, 429])('are retried after a %i, which every press would meet', async (status) => {
		await pressAt(press('a'))
		await pressAt(press('b'))
		answers = [status, status, status, status]
		await sendPresses()
		expect(setAsidePresses(readOutbox())).toEqual([])
	})

	it('are sent again under their own key when the courier retries them', async () => {
		await pressAt(press('a'))
		answers = [409]
		await sendPresses()
		sendAgain(readOutbox()[0]?.clave ?? '')
		answers = [200]
		await sendPresses()
		expect([sent[1]?.key, readOutbox()]).toEqual([sent[0]?.key, []])
	})

	it('have three more tries after a manual retry', async () => {
		await pressAt(press('a'))
		answers = [500, 500, 500]
		for (let n = 0; n < 3; n += 1) await sendPresses()
		sendAgain(readOutbox()[0]?.clave ?? '')
		answers = [500]
		await sendPresses()
		expect(setAsidePresses(readOutbox())).toEqual([])
	})

	it('delay their photo, and delete it when they are discarded', async () => {
		await pressAt(press('a'), new Blob(['door']))
		answers = [422]
		await sendPresses()
		expect([sent.length, unsentPhotos(readOutbox())]).toEqual([1, []])
		discard(setAsidePresses(readOutbox())[0]?.clave ?? '')
		expect(readOutbox()).toEqual([])
	})

	it('are replaced by a new press at the same stop', async () => {
		await pressAt(press('a', { recibido: 3_000_000_000 }))
		answers = [422]
		await sendPresses()
		answers = [200]
		expect(await pressAt(press('a', { recibido: 30_000 }))).toEqual({ is: 'done' })
		expect(readOutbox()).toEqual([])
	})

	it('are hidden from other accounts', async () => {
		await pressAt(press('a'))
		answers = [409]
		await sendPresses()
		logIn('8')
		expect(setAsidePresses(readOutbox())).toEqual([])
	})
})

describe('waitingText', () => {
	it.each([
		[0, 1, 'Una foto espera señal. Está en este teléfono y se envía sola.'],
		[1, 0, 'Una marca espera señal. Está en este teléfono y se envía sola.'],
		[1, 1, 'Una marca espera señal. Una foto espera señal. Están en este teléfono y se envían solas.'],
		[2, 0, '2 marcas esperan señal. Están en este teléfono y se envían solas.'],
	])('counts %i marks and %i photos', (marks, photos, text) => {
		expect(waitingText(marks, photos)).toBe(text)
	})
})

describe('withPresses', () => {
	const stop = { id: 'a', estado: 'en_ruta', recibe: '', cobrado: null, vuelto: null, motivo: null } as RoundStop

	it('applies the unsent presses to their stops', () => {
		const money = { recibe: 'Ana', recibido: 30_000, por_cobrar: 29_990 }
		expect(withPresses([stop], [press('a', money)])).toMatchObject([
			{ estado: 'entregada', recibe: 'Ana', cobrado: 29_990, vuelto: 10, espera: true },
		])
		expect(withPresses([stop], [press('a', { por_transferencia: true })])).toMatchObject([
			{ estado: 'entregada', cobrado: null, metodo_pago: 'transferencia', dinero: 'sin_pago' },
		])
		const missed = { tipo: 'no_entregada', motivo: 'no_contesta' } as const
		expect(withPresses([stop], [press('a', missed)])).toMatchObject([{ estado: 'no_entregada', motivo: 'no_contesta' }])
	})

	it('reopens a stop after an unsent undo, and leaves the other stops unchanged', () => {
		expect(withPresses([stop], [press('a'), press('a', { tipo: 'deshecha' })])).toMatchObject([
			{ estado: 'en_ruta', cobrado: null, espera: true },
		])
		expect(withPresses([stop], [press('b')])).toEqual([{ ...stop, espera: false }])
	})
})
