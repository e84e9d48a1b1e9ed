import { fail } from '#contract/failure.ts'
import { FailureAnswer } from '#server/http/unwrap.ts'
import type { Arrival } from './arrival.ts'

const lookEveryMs = 500

/** A body that is held in memory, or waits to be read. */
interface Holder {
	readonly network: string
	readonly arrival: Arrival
}

interface Waiter extends Holder {
	/** With a place, or with the failure to wait no longer. */
	readonly answer: (failure?: FailureAnswer) => void
}

export interface UploadSlots {
	/**
	 * Waits for a place, for at most `waitMs`, without reading the body. Gives what gives the place up again. Throws
	 * `servicio_ocupado` when none became free, or when too many wait.
	 */
	take(network: string, arrival: Arrival): Promise<() => void>
}

const busy = () => new FailureAnswer(fail('servicio_ocupado'))

/**
 * Bounds how many bodies are held in memory at once: `max` in this process, `maxOfNetwork` from one network. Who waits displaces
 * one that is behind; a free place goes to the network that holds the fewest. So half-sent bodies keep nobody out for long,
 * however often they are sent anew.
 */
export function createUploadSlots(bounds: { max: number; maxOfNetwork: number; waitMs?: number }): UploadSlots {
	const { max, maxOfNetwork, waitMs = 15_000 } = bounds
	const holders = new Set<Holder>()
	const displaced = new WeakSet<Holder>()
	const waiters = new Set<Waiter>()
	const countOf = (all: Iterable<Holder>, network: string) =>
		[...all].filter((holder) => holder.network === network).length
	const hasRoom = (network: string) => holders.size < max && countOf(holders, network) < maxOfNetwork

	function hold(holder: Holder): () => void {
		holders.add(holder)
		return () => {
			holders.delete(holder)
			admit()
		}
	}

	/** Gives what is free to those who wait, first to the network that holds the fewest. */
	function admit(): void {
		const next = [...waiters]
			.filter(({ network }) => hasRoom(network))
			.sort((a, b) => countOf(holders, a.network) - countOf(holders, b.network))[0]
		if (!next) return
		waiters.delete(next)
		next.answer()
	}

	/** Ends one body that is behind for each who waits, where that makes room for them. */
	function displace(): void {
		for (const { network } of waiters) {
			const isFull = countOf(holders, network) >= maxOfNetwork
			const behind = [...holders].find(
				(holder) => !displaced.has(holder) && (!isFull || holder.network === network) && holder.arrival.isBehind(),
			)
			if (!behind) continue
			displaced.add(behind)
			behind.arrival.end(fail('solicitud_lenta'))
		}
	}

	async function wait(network: string, arrival: Arrival): Promise<() => void> {
		if (waiters.size >= 4 * max || countOf(waiters, network) >= maxOfNetwork) throw busy()
		const { promise, resolve, reject } = Promise.withResolvers<() => void>()
		let release: (() => void) | undefined
		const give = () => {
			release = hold(waiter)
			resolve(release)
		}
		const waiter: Waiter = { network, arrival, answer: (failure) => (failure ? reject(failure) : give()) }
		waiters.add(waiter)
		displace()
		const looking = setInterval(displace, lookEveryMs)
		const breaker = setTimeout(() => waiter.answer(busy()), waitMs)
		try {
			return await Promise.race([promise, arrival.ended])
		} catch (error) {
			// It may have been given a place in the very moment in which it ended.
			release?.()
			throw error
		} finally {
			clearInterval(looking)
			clearTimeout(breaker)
			waiters.delete(waiter)
		}
	}

	return {
		take: async (network, arrival) =>
			hasRoom(network) ? hold({ network, arrival }) : await arrival.notCounting(() => wait(network, arrival)),
	}
}
