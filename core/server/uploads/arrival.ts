import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type Failure, fail } from '#core/contract/failure.ts'
import { FailureAnswer } from '#core/server/http/unwrap.ts'

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
