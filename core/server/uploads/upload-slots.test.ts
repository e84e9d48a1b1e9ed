import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FailureAnswer } from '#core/server/http/unwrap.ts'
import type { Arrival } from './arrival.ts'
import { createUploadSlots } from './upload-slots.ts'

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
