import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { failures } from '#core/contract/failure.ts'
import { FailureAnswer } from '#core/contract/failure.ts'
import { type Arrival, createUploadSlots, followArrival } from '#core/server/uploads/upload-slots.ts'

describe('upload slots', () => {
	beforeEach(() => void vi.useFakeTimers())
	afterEach(() => void vi.useRealTimers())

	const bounds = { max: 4, maxOfNetwork: 2, waitMs: 10_000 }

	/** An upload as slots see it. Its end releases its slot, as in a route. */
	function anArrival(isBehind = false) {
		const { promise: ended, reject } = Promise.withResolvers<never>()
		ended.catch(() => {})
		const end = vi.fn<Arrival['end']>((failure) => reject(new FailureAnswer(failure)))
		const arrival: Arrival = { ended, end, isBehind: () => isBehind, notCounting: (work) => work(), finish: () => {} }
		return arrival
	}

	/** Takes a slot until the upload is ended. */
	async function takeSlot(places: ReturnType<typeof createUploadSlots>, network: string, isBehind = false) {
		const arrival = anArrival(isBehind)
		const release = await places.take(network, arrival)
		arrival.ended.catch(release)
		return { arrival, release }
	}

	it('limits slots in total and per network, and rejects after a long wait', async () => {
		const places = createUploadSlots(bounds)
		for (const network of ['a', 'a', 'b']) await takeSlot(places, network)
		const ofA = expect(takeSlot(places, 'a')).rejects.toThrow('servicio_ocupado')
		await takeSlot(places, 'c')
		const ofD = expect(takeSlot(places, 'd')).rejects.toThrow('servicio_ocupado')
		await vi.advanceTimersByTimeAsync(10_000)
		await Promise.all([ofA, ofD])
	})

	it('passes a released slot to a waiting upload, first to the network with the fewest', async () => {
		const places = createUploadSlots(bounds)
		const held = await takeSlot(places, 'a')
		for (const network of ['b', 'c', 'c']) await takeSlot(places, network)
		const order: string[] = []
		const second = takeSlot(places, 'b').then(() => order.push('b'))
		const first = takeSlot(places, 'd').then(() => order.push('d'))
		held.release()
		await first
		expect(order).toEqual(['d'])
		await vi.advanceTimersByTimeAsync(0)
		expect(order).toEqual(['d'])
		second.catch(() => {})
	})

	it('takes slots of slow uploads for waiting ones, and of no others', async () => {
		const places = createUploadSlots(bounds)
		const quick = await takeSlot(places, 'a')
		const behind = await takeSlot(places, 'a', true)
		for (const network of ['b', 'c']) await takeSlot(places, network)
		await takeSlot(places, 'd')
		expect(behind.arrival.end).toHaveBeenCalled()
		expect(quick.arrival.end).not.toHaveBeenCalled()
	})

	it('takes slots of a network at its limit from that network alone', async () => {
		const places = createUploadSlots(bounds)
		const other = await takeSlot(places, 'b', true)
		const own = await takeSlot(places, 'a', true)
		await takeSlot(places, 'a')
		await takeSlot(places, 'a')
		expect(own.arrival.end).toHaveBeenCalled()
		expect(other.arrival.end).not.toHaveBeenCalled()
	})

	it('does not wait for a caller who has left', async () => {
		const places = createUploadSlots(bounds)
		const held = await takeSlot(places, 'a')
		for (const network of ['b', 'c', 'c']) await takeSlot(places, network)
		const arrival = anArrival()
		const waiting = expect(places.take('d', arrival)).rejects.toThrow('solicitud_lenta')
		arrival.end({ failure: 'solicitud_lenta', text: '', extra: {} })
		await waiting
		held.release()
		await takeSlot(places, 'e')
	})
})

describe('arrival', () => {
	beforeEach(() => void vi.useFakeTimers())
	afterEach(() => void vi.useRealTimers())

	/** A request whose connection transfers `bytesPerSecond`. */
	function aRequest(bytesPerSecond: number) {
		const request = Object.assign(new EventEmitter(), {
			socket: { bytesRead: 700 },
			complete: false,
			destroyed: false,
			unpipe: vi.fn(),
			resume: vi.fn(),
			destroy: vi.fn(),
		})
		const bringing = setInterval(() => {
			request.socket.bytesRead += bytesPerSecond / 10
		}, 100)
		return { request, raw: request as unknown as IncomingMessage, stall: () => clearInterval(bringing) }
	}

	/** The code of an ended upload; undefined while it runs. */
	function endOf(arrival: ReturnType<typeof followArrival>) {
		const end: { code?: keyof typeof failures } = {}
		arrival.ended.catch((error: unknown) => {
			if (error instanceof FailureAnswer) end.code = error.failure.failure
		})
		return end
	}

	it('accepts a slow phone, also when it stalls for some seconds', async () => {
		const { raw, stall } = aRequest(30_000)
		const arrival = followArrival(raw, 10_000_000)
		const end = endOf(arrival)
		await vi.advanceTimersByTimeAsync(60_000)
		expect(arrival.isBehind()).toBe(false)
		stall()
		await vi.advanceTimersByTimeAsync(10_000)
		expect(end.code).toBeUndefined()
		expect(arrival.isBehind()).toBe(true)
	})

	it.each([0, 1, 2000])(
		'marks an upload of %i bytes a second as behind after three seconds and ends it after fifteen',
		async (rate) => {
			const arrival = followArrival(aRequest(rate).raw, 10_000_000)
			const end = endOf(arrival)
			await vi.advanceTimersByTimeAsync(2900)
			expect(arrival.isBehind()).toBe(false)
			await vi.advanceTimersByTimeAsync(1200)
			expect(arrival.isBehind()).toBe(true)
			expect(end.code).toBeUndefined()
			await vi.advanceTimersByTimeAsync(12_000)
			expect(end.code).toBe('solicitud_lenta')
		},
	)

	it('does not count the time in which the shop does something else', async () => {
		const arrival = followArrival(aRequest(0).raw, 10_000_000)
		const end = endOf(arrival)
		const { promise, resolve } = Promise.withResolvers<void>()
		const waiting = arrival.notCounting(() => promise)
		await vi.advanceTimersByTimeAsync(60_000)
		expect([end.code, arrival.isBehind()]).toEqual([undefined, false])
		resolve()
		await waiting
		await vi.advanceTimersByTimeAsync(20_000)
		expect(end.code).toBe('solicitud_lenta')
	})

	it('ends an upload above its limit, whatever length it declared', async () => {
		const end = endOf(followArrival(aRequest(600_000).raw, 1_000_000))
		await vi.advanceTimersByTimeAsync(3000)
		expect(end.code).toBe('comprobante_grande')
	})

	it('ends a truncated upload at once', async () => {
		const { request, raw } = aRequest(50_000)
		const end = endOf(followArrival(raw, 1_000_000))
		request.emit('close')
		await vi.advanceTimersByTimeAsync(0)
		expect(end.code).toBe('no_json')
	})

	it('discards the rest of an answered upload, but not for ever', async () => {
		const { request, raw } = aRequest(50_000)
		followArrival(raw, 1_000_000).finish()
		expect(request.resume).toHaveBeenCalled()
		await vi.advanceTimersByTimeAsync(10_000)
		expect(request.destroy).not.toHaveBeenCalled()
		await vi.advanceTimersByTimeAsync(15_000)
		expect(request.destroy).toHaveBeenCalled()
	})
})
