import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FailureAnswer } from '#server/http/unwrap.ts'
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
async function hold(places: ReturnType<typeof createUploadSlots>, network: string, isBehind = false) {
	const arrival = anArrival(isBehind)
	const release = await places.take(network, arrival)
	arrival.ended.catch(release)
	return { arrival, release }
}

it('limits slots in total and per network, and rejects after a long wait', async () => {
	const places = createUploadSlots(bounds)
	for (const network of ['a', 'a', 'b']) await hold(places, network)
	const ofA = expect(hold(places, 'a')).rejects.toThrow('servicio_ocupado')
	await hold(places, 'c')
	const ofD = expect(hold(places, 'd')).rejects.toThrow('servicio_ocupado')
	await vi.advanceTimersByTimeAsync(10_000)
	await Promise.all([ofA, ofD])
})

it('passes a released slot to a waiting upload, first to the network with the fewest', async () => {
	const places = createUploadSlots(bounds)
	const held = await hold(places, 'a')
	for (const network of ['b', 'c', 'c']) await hold(places, network)
	const order: string[] = []
	const second = hold(places, 'b').then(() => order.push('b'))
	const first = hold(places, 'd').then(() => order.push('d'))
	held.release()
	await first
	expect(order).toEqual(['d'])
	await vi.advanceTimersByTimeAsync(0)
	expect(order).toEqual(['d'])
	second.catch(() => {})
})

it('takes slots of slow uploads for waiting ones, and of no others', async () => {
	const places = createUploadSlots(bounds)
	const quick = await hold(places, 'a')
	const behind = await hold(places, 'a', true)
	for (const network of ['b', 'c']) await hold(places, network)
	await hold(places, 'd')
	expect(behind.arrival.end).toHaveBeenCalled()
	expect(quick.arrival.end).not.toHaveBeenCalled()
})

it('takes slots of a network at its limit from that network alone', async () => {
	const places = createUploadSlots(bounds)
	const other = await hold(places, 'b', true)
	const own = await hold(places, 'a', true)
	await hold(places, 'a')
	await hold(places, 'a')
	expect(own.arrival.end).toHaveBeenCalled()
	expect(other.arrival.end).not.toHaveBeenCalled()
})

it('does not wait for a caller who has left', async () => {
	const places = createUploadSlots(bounds)
	const held = await hold(places, 'a')
	for (const network of ['b', 'c', 'c']) await hold(places, network)
	const arrival = anArrival()
	const waiting = expect(places.take('d', arrival)).rejects.toThrow('solicitud_lenta')
	arrival.end({ failure: 'solicitud_lenta', text: '', extra: {} })
	await waiting
	held.release()
	await hold(places, 'e')
})
