import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type Failure, fail } from '#contract/failure.ts'
import { FailureAnswer } from '#server/http/unwrap.ts'

const lookEveryMs = 1000
/** The lowest rate: slower over so many seconds is no upload. A phone may go through a tunnel. */
const lowest: Rate = { bytesPerSecond: 3000, seconds: 15 }
/** The lowest rate while somebody waits for the place. */
const lowestContended: Rate = { bytesPerSecond: 20_000, seconds: 3 }
/** How long the rest of a body is still read away after its call was answered, so that its sender gets to read the answer. */
const discardMs = 20_000

export interface Arrival {
	/** Never resolves. Rejects with what the call is to be answered with when its body is too slow, too large, or cut off. */
	readonly ended: Promise<never>
	/** Whether it is so slow that somebody else should have its place. */
	isBehind(): boolean
	end(failure: Failure): void
	/** Waits for something else than the sender, whose time it does not count. */
	notCounting<T>(work: () => Promise<T>): Promise<T>
	/** To be called once the call is answered: what still comes is read away, for a while. */
	finish(): void
}

interface Rate {
	readonly bytesPerSecond: number
	readonly seconds: number
}

/** How fast bytes come over a connection, by how many had come at each of the last looks. */
function createRateMeter(socket: Socket) {
	let seen = [socket.bytesRead]
	return {
		look() {
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

/** Reads away what still comes of a body, for a while. */
function discardRest(raw: IncomingMessage): void {
	if (raw.complete || raw.destroyed) return
	raw.unpipe()
	raw.resume()
	const cut = setTimeout(() => raw.destroy(), discardMs)
	for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(cut))
}

/** Follows a body by its connection's bytes. Ends what is too slow, or over `maxBytes`, so that half a body holds no place. */
export function followArrival(raw: IncomingMessage, maxBytes: number): Arrival {
	const { socket } = raw
	const begin = socket.bytesRead
	const { promise: ended, reject } = Promise.withResolvers<never>()
	// Whoever awaits it handles it; an arrival that nobody awaits any more may end too.
	ended.catch(() => {})
	const end = (failure: Failure) => reject(new FailureAnswer(failure))
	const rate = createRateMeter(socket)
	let waiting = 0

	const isComing = () => waiting === 0 && !raw.complete
	const look = () => {
		if (!isComing()) return
		rate.look()
		if (socket.bytesRead - begin > maxBytes) end(fail('comprobante_grande'))
		if (rate.isSlowerThan(lowest)) end(fail('solicitud_lenta'))
	}
	const timer = setInterval(look, lookEveryMs)
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
