import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RoundStop } from '#contract/staff/rounds.ts'
import { memoryStorage } from '#tests/memory-storage.ts'
import { saveSession } from '#web/session/session.ts'
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
import { waitingText } from './outbox-notice.tsx'

/** The server's next answers: a status, or a network failure. */
let answers: (number | 'no signal')[]
let sent: { path: string; key: string | null; hecha_at: string }[]

beforeEach(() => {
	vi.stubGlobal('window', { localStorage: memoryStorage() })
	vi.stubGlobal('navigator', {})
	vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
		const answer = answers.shift() ?? 'no signal'
		if (answer === 'no signal') throw new TypeError('failed to fetch')
		const key = new Headers(init.headers).get('idempotency-key')
		const isPhoto = init.body instanceof FormData
		sent.push({ path, key, hecha_at: isPhoto ? 'photo' : JSON.parse(String(init.body)).hecha_at })
		const body = answer === 200 ? {} : { error: 'Esa parada ya está hecha.', code: 'parada_hecha' }
		return new Response(JSON.stringify(body), { status: answer })
	})
	answers = []
	sent = []
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

describe('what is pressed at a door', () => {
	test('reaches the shop at once where there is a signal, and nothing is kept', async () => {
		answers = [200]
		expect(await pressAt(press('a'))).toEqual({ is: 'done' })
		expect(sent.map(({ path }) => path)).toEqual(['/api/admin_paradas/a/entregar/'])
		expect(readOutbox()).toEqual([])
	})

	test('is kept without one, and sent later in its order, with its own time and always the same key', async () => {
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

	test('is forgotten once whoever shows the round knows what the shop made of it', async () => {
		const sizes: number[] = []
		const stop = onAnsweredPress(() => sizes.push(readOutbox().length))
		answers = [200]
		await pressAt(press('a'))
		stop()
		answers = [200]
		await pressAt(press('b'))
		expect([sizes, readOutbox()]).toEqual([[1], []])
	})

	test('is refused with its reason at once where somebody looks', async () => {
		answers = [409]
		expect(await pressAt(press('a'))).toEqual({ is: 'refused', problem: 'Esa parada ya está hecha.' })
		expect(readOutbox()).toEqual([])
	})

	test('and refused later stays to be read, and keeps no other back', async () => {
		await pressAt(press('a'))
		await pressAt(press('b'))
		answers = [409, 200]
		await sendPresses()
		expect(readOutbox()).toMatchObject([{ parada_id: 'a', problema: 'Esa parada ya está hecha.' }])
		removeFromOutbox(readOutbox()[0]?.clave ?? '')
		expect(readOutbox()).toEqual([])
	})

	test('goes before every photo, and each photo is sent once, under a key of its own', async () => {
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

	test('that the shop did not get is taken back on the phone alone, with its photo', async () => {
		await pressAt(press('a'), new Blob(['door']))
		expect(await pressAt(press('a', { tipo: 'deshecha' }))).toEqual({ is: 'removed' })
		answers = [200, 200]
		await sendPresses()
		expect([sent, readOutbox()]).toEqual([[], []])
	})

	test('that the shop may have got is taken back there too', async () => {
		answers = [500]
		await pressAt(press('a'))
		answers = [200]
		expect(await pressAt(press('a', { tipo: 'deshecha' }))).toEqual({ is: 'done' })
		expect(sent.map(({ path }) => path)).toEqual(['/api/admin_paradas/a/entregar/', '/api/admin_paradas/a/deshacer/'])
	})

	test('after an undo that waits is taken back without that undo', async () => {
		answers = [200]
		await pressAt(press('a'))
		await pressAt(press('a', { tipo: 'deshecha' }))
		await pressAt(press('a', { tipo: 'no_entregada', motivo: 'otro' }))
		await pressAt(press('a', { tipo: 'deshecha', hecha_at: at(12) }))
		expect(unsentPresses(readOutbox()).map(({ tipo, hecha_at }) => [tipo, hecha_at])).toEqual([['deshecha', at(10)]])
	})

	test('is not sent as somebody else', async () => {
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

describe('a press that the shop cannot take', () => {
	test('is set aside after three answers with a 5xx, and lets the next ones pass', async () => {
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

	test.each([403, 404, 409, 422])('is set aside at once after a %i', async (status) => {
		await pressAt(press('a'))
		await pressAt(press('b'))
		answers = [status, 200]
		await sendPresses()
		expect(readOutbox().map(({ parada_id }) => parada_id)).toEqual(['a'])
		expect(setAsidePresses(readOutbox())).toHaveLength(1)
	})

	test.each([401, 408, 429])('waits on after a %i, which every press would meet', async (status) => {
		await pressAt(press('a'))
		await pressAt(press('b'))
		answers = [status, status, status, status]
		await sendPresses()
		expect(setAsidePresses(readOutbox())).toEqual([])
	})

	test('is sent again under its own key when its courier says so', async () => {
		await pressAt(press('a'))
		answers = [409]
		await sendPresses()
		sendAgain(readOutbox()[0]?.clave ?? '')
		answers = [200]
		await sendPresses()
		expect([sent[1]?.key, readOutbox()]).toEqual([sent[0]?.key, []])
	})

	test('has three more tries when it is sent again', async () => {
		await pressAt(press('a'))
		answers = [500, 500, 500]
		for (let n = 0; n < 3; n += 1) await sendPresses()
		sendAgain(readOutbox()[0]?.clave ?? '')
		answers = [500]
		await sendPresses()
		expect(setAsidePresses(readOutbox())).toEqual([])
	})

	test('has its photo wait, and takes it along when it is thrown away', async () => {
		await pressAt(press('a'), new Blob(['door']))
		answers = [422]
		await sendPresses()
		expect([sent.length, unsentPhotos(readOutbox())]).toEqual([1, []])
		discard(setAsidePresses(readOutbox())[0]?.clave ?? '')
		expect(readOutbox()).toEqual([])
	})

	test('gives way to a new press at its stop', async () => {
		await pressAt(press('a', { recibido: 3_000_000_000 }))
		answers = [422]
		await sendPresses()
		answers = [200]
		expect(await pressAt(press('a', { recibido: 30_000 }))).toEqual({ is: 'done' })
		expect(readOutbox()).toEqual([])
	})

	test('of another account is not shown', async () => {
		await pressAt(press('a'))
		answers = [409]
		await sendPresses()
		logIn('8')
		expect(setAsidePresses(readOutbox())).toEqual([])
	})
})

describe('what waits for a signal', () => {
	test.each([
		[0, 1, 'Una foto espera señal. Está en este teléfono y se envía sola.'],
		[1, 0, 'Una marca espera señal. Está en este teléfono y se envía sola.'],
		[1, 1, 'Una marca espera señal. Una foto espera señal. Están en este teléfono y se envían solas.'],
		[2, 0, '2 marcas esperan señal. Están en este teléfono y se envían solas.'],
	])('is counted: %i marks, %i photos', (marks, photos, text) => {
		expect(waitingText(marks, photos)).toBe(text)
	})
})

describe('the stops of a round', () => {
	const stop = { id: 'a', estado: 'en_ruta', recibe: '', cobrado: null, vuelto: null, motivo: null } as RoundStop

	test('show what waits for a signal', () => {
		const money = { recibe: 'Ana', recibido: 30_000, por_cobrar: 29_990 }
		expect(withPresses([stop], [press('a', money)])).toMatchObject([
			{ estado: 'entregada', recibe: 'Ana', cobrado: 29_990, vuelto: 10, espera: true },
		])
		const missed = { tipo: 'no_entregada', motivo: 'no_contesta' } as const
		expect(withPresses([stop], [press('a', missed)])).toMatchObject([{ estado: 'no_entregada', motivo: 'no_contesta' }])
	})

	test('show what was taken back, and leave the others as they are', () => {
		expect(withPresses([stop], [press('a'), press('a', { tipo: 'deshecha' })])).toMatchObject([
			{ estado: 'en_ruta', cobrado: null, espera: true },
		])
		expect(withPresses([stop], [press('b')])).toEqual([{ ...stop, espera: false }])
	})
})
