import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type Failure, FailureAnswer, fail } from '#core/contract/failure.ts'

const displaceEveryMs = 500

/** A body in memory, or one that waits to be read. */
interface Holder {
	readonly network: string
	readonly arrival: Arrival
}

interface Waiter extends Holder {
	/** With a slot, or with the failure of the wait. */
	readonly answer: (failure?: FailureAnswer) => void
}

interface UploadSlots {
	/** Waits for a slot, at most `waitMs`, without reading the body. Returns its release. Throws `servicio_ocupado`. */
	take(network: string, arrival: Arrival): Promise<() => void>
}

const busy = () => new FailureAnswer(fail('servicio_ocupado'))

interface State {
	readonly bounds: { readonly max: number; readonly maxOfNetwork: number; readonly waitMs: number }
	readonly holders: Set<Holder>
	readonly waiters: Set<Waiter>
	/** Holders that are ending. */
	readonly displaced: WeakSet<Holder>
}

const countOf = (all: Iterable<Holder>, network: string) => [...all].filter((one) => one.network === network).length

const hasRoom = ({ bounds, holders }: State, network: string) =>
	holders.size < bounds.max && countOf(holders, network) < bounds.maxOfNetwork

/** Takes a slot; returns its release. */
function takeSlot(state: State, holder: Holder): () => void {
	state.holders.add(holder)
	return () => {
		state.holders.delete(holder)
		admit(state)
	}
}

/** Assigns free slots to waiting uploads, first to the network with the fewest. */
function admit(state: State): void {
	const { holders, waiters } = state
	const next = [...waiters]
		.filter(({ network }) => hasRoom(state, network))
		.sort((a, b) => countOf(holders, a.network) - countOf(holders, b.network))[0]
	if (!next) return
	waiters.delete(next)
	next.answer()
}

/** Ends one slow body per waiting upload, where that frees a slot for it. */
function displace({ bounds, holders, waiters, displaced }: State): void {
	for (const { network } of waiters) {
		const isFull = countOf(holders, network) >= bounds.maxOfNetwork
		const behind = [...holders].find(
			(holder) => !displaced.has(holder) && (!isFull || holder.network === network) && holder.arrival.isBehind(),
		)
		if (!behind) continue
		displaced.add(behind)
		behind.arrival.end(fail('solicitud_lenta'))
	}
}

async function wait(state: State, network: string, arrival: Arrival): Promise<() => void> {
	const { bounds, waiters } = state
	if (waiters.size >= 4 * bounds.max || countOf(waiters, network) >= bounds.maxOfNetwork) throw busy()
	const { promise, resolve, reject } = Promise.withResolvers<() => void>()
	let release: (() => void) | undefined
	const grant = () => {
		release = takeSlot(state, waiter)
		resolve(release)
	}
	const waiter: Waiter = { network, arrival, answer: (failure) => (failure ? reject(failure) : grant()) }
	waiters.add(waiter)
	displace(state)
	const displacing = setInterval(() => displace(state), displaceEveryMs)
	const timeLimit = setTimeout(() => waiter.answer(busy()), bounds.waitMs)
	try {
		return await Promise.race([promise, arrival.ended])
	} catch (error) {
		// It may have got a slot at the moment of its end.
		release?.()
		throw error
	} finally {
		clearInterval(displacing)
		clearTimeout(timeLimit)
		waiters.delete(waiter)
	}
}

/**
 * Limits bodies in memory: `max` in this process, `maxOfNetwork` from one network. A waiting upload displaces one that
 * is too slow.
 */
export function createUploadSlots(bounds: { max: number; maxOfNetwork: number; waitMs?: number }): UploadSlots {
	const state: State = {
		bounds: { waitMs: 15_000, ...bounds },
		holders: new Set(),
		waiters: new Set(),
		displaced: new WeakSet(),
	}
	return {
		take: async (network, arrival) =>
			hasRoom(state, network)
				? takeSlot(state, { network, arrival })
				: await arrival.notCounting(() => wait(state, network, arrival)),
	}
}

const sampleEveryMs = 1000
/** The minimum rate: an upload slower over this time is ended. A phone may pass a tunnel. */
const lowest: Rate = { bytesPerSecond: 3000, seconds: 15 }
/** The minimum rate while another upload waits for the slot. */
const lowestContended: Rate = { bytesPerSecond: 20_000, seconds: 3 }
/**
 * How long the rest of a body is discarded after its call was answered, so that its sender can read the answer.
 * Milliseconds.
 */
const discardMs = 20_000

export interface Arrival {
	/** Never resolves. Rejects with the call's failure when its body is too slow, too large, or truncated. */
	readonly ended: Promise<never>
	/** Whether it is so slow that a waiting upload should get its slot. */
	isBehind(): boolean
	end(failure: Failure): void
	/** Waits for work that does not depend on the sender, without counting its time. */
	notCounting<T>(work: () => Promise<T>): Promise<T>
	/** Call it once the call is answered: the rest is discarded, for a while. */
	finish(): void
}

interface Rate {
	readonly bytesPerSecond: number
	readonly seconds: number
}

/** The rate of a connection, by its byte counts at the last samples. */
function createRateMeter(socket: Socket) {
	let seen = [socket.bytesRead]
	return {
		sample() {
			seen = [...seen.slice(-lowest.seconds), socket.bytesRead]
		},
		restart() {
			seen = [socket.bytesRead]
		},
		isSlowerThan({ bytesPerSecond, seconds }: Rate): boolean {
			const then = seen.at(-1 - seconds)
			return then !== undefined && socket.bytesRead - then < bytesPerSecond * seconds
		},
	}
}

/** Discards the rest of a body, for a while. */
function discardRest(raw: IncomingMessage): void {
	if (raw.complete || raw.destroyed) return
	raw.unpipe()
	raw.resume()
	const cut = setTimeout(() => raw.destroy(), discardMs)
	for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(cut))
}

/**
 * Follows a body by its connection's bytes. Ends one that is too slow, or over `maxBytes`, so that it does not block a
 * slot.
 */
export function followArrival(raw: IncomingMessage, maxBytes: number): Arrival {
	const { socket } = raw
	const begin = socket.bytesRead
	const { promise: ended, reject } = Promise.withResolvers<never>()
	// The caller handles it; an upload without a caller may end too.
	ended.catch(() => {})
	const end = (failure: Failure) => reject(new FailureAnswer(failure))
	const rate = createRateMeter(socket)
	let waiting = 0

	const isComing = () => waiting === 0 && !raw.complete
	const sample = () => {
		if (!isComing()) return
		rate.sample()
		if (socket.bytesRead - begin > maxBytes) end(fail('comprobante_grande'))
		if (rate.isSlowerThan(lowest)) end(fail('solicitud_lenta'))
	}
	const timer = setInterval(sample, sampleEveryMs)
	const stop = () => clearInterval(timer)
	raw.once('close', () => {
		stop()
		if (!raw.complete) end(fail('no_json'))
	})
	raw.once('end', stop)

	return {
		ended,
		end,
		isBehind: () => isComing() && rate.isSlowerThan(lowestContended),
		async notCounting(work) {
			waiting += 1
			try {
				return await work()
			} finally {
				waiting -= 1
				rate.restart()
			}
		},
		finish() {
			stop()
			discardRest(raw)
		},
	}
}
