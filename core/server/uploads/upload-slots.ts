import { fail } from '#core/contract/failure.ts'
import { FailureAnswer } from '#core/server/http/unwrap.ts'
import type { Arrival } from './arrival.ts'

const sampleEveryMs = 500

/** A body in memory, or one that waits to be read. */
interface Holder {
	readonly network: string
	readonly arrival: Arrival
}

interface Waiter extends Holder {
	/** With a slot, or with the failure of the wait. */
	readonly answer: (failure?: FailureAnswer) => void
}

export interface UploadSlots {
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
	const displacing = setInterval(() => displace(state), sampleEveryMs)
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
