export interface Delivery {
	readonly url: string
	readonly headers: Readonly<Record<string, string>>
	readonly body: string
	/** Retried when rejected; a forged one is not. */
	readonly persistent: boolean
}

export interface Deliveries {
	/** Sends and waits for the first answer; true when the shop accepted it. */
	send(delivery: Delivery): Promise<boolean>
	/** Sends after `delaySeconds`, or at once, without waiting. */
	later(delaySeconds: number, makeDelivery: () => Delivery): void
	/** Runs a task after `delaySeconds`, unless the simulator stops before. */
	after(delaySeconds: number, task: () => void): void
	stop(): void
}

type Log = { warn(details: object, message: string): void }

const answerSeconds = 20
/** In seconds, much shorter than real providers' minutes and hours. */
const retrySeconds = [5, 30, 120]

/** Returns whether the shop accepted it. @throws when unreachable or timed out. */
async function post({ url, headers, body }: Delivery, stopped: AbortSignal): Promise<boolean> {
	const answer = await fetch(url, {
		method: 'POST',
		headers: { ...headers },
		body,
		redirect: 'manual',
		signal: AbortSignal.any([stopped, AbortSignal.timeout(answerSeconds * 1_000)]),
	})
	await answer.body?.cancel()
	return answer.ok
}

/** Delivers in the background with retries, at most `limit` pending; more are dropped and logged. Stopping drops the rest. */
export function startDeliveries(log: Log, limit = 1_000): Deliveries {
	const timers = new Set<NodeJS.Timeout>()
	const stopped = new AbortController()

	function after(delaySeconds: number, task: () => void): void {
		if (stopped.signal.aborted) return
		if (timers.size >= limit) {
			log.warn({ limit }, 'simulator: too many messages wait, one is dropped')
			return
		}
		const timer = setTimeout(() => {
			timers.delete(timer)
			task()
		}, delaySeconds * 1_000)
		timers.add(timer)
	}

	async function attempt(delivery: Delivery): Promise<boolean> {
		try {
			return await post(delivery, stopped.signal)
		} catch (error) {
			if (!stopped.signal.aborted) log.warn({ err: error }, 'simulator: a notification was not taken')
			return false
		}
	}

	async function sendFrom(delivery: Delivery, tries: number): Promise<boolean> {
		const isTaken = await attempt(delivery)
		const pause = retrySeconds[tries]
		if (!isTaken && delivery.persistent && pause !== undefined) after(pause, () => void sendFrom(delivery, tries + 1))
		return isTaken
	}

	return {
		send: (delivery) => sendFrom(delivery, 0),
		later: (delaySeconds, makeDelivery) => after(delaySeconds, () => void sendFrom(makeDelivery(), 0)),
		after,
		stop() {
			stopped.abort()
			for (const timer of timers) clearTimeout(timer)
			timers.clear()
		},
	}
}
