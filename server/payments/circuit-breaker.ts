import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'
import { GatewayRefused, GatewayUnavailable } from '#server/payments/gateways/gateway.ts'

/** How many calls of one round a gateway leaves unanswered, answering none, until it is taken for silent as a whole. */
const silentAfter = 20

/** A round ends before the next one begins a minute later, with the last call's breaker left over. */
const roundMs = 40_000

/** What one round over many payments knows of its gateways, so that one that hangs does not take the whole round. */
export interface CircuitBreaker {
	/** The round has taken its time; what is left waits for the next one. */
	isOver(): boolean
	/** The gateway has answered nothing that it was asked in this round: the rest waits for the next one. */
	isOpen(gateway: GatewayMethod): boolean
	answered(gateway: GatewayMethod): void
	/**
	 * A request failed with `error`. A refusal or a senseless answer is about its subject only, as is a missing one while
	 * others come.
	 */
	failed(gateway: GatewayMethod, error: unknown): void
}

/** Begins a round. Measures real time: it bounds how long a job runs, not when anything is due. */
export function createCircuitBreaker(elapsed: () => number = () => performance.now()): CircuitBreaker {
	const began = elapsed()
	const unanswered = new Map<GatewayMethod, number>()
	const responsive = new Set<GatewayMethod>()
	return {
		isOver: () => elapsed() - began > roundMs,
		isOpen: (gateway) => !responsive.has(gateway) && (unanswered.get(gateway) ?? 0) >= silentAfter,
		answered: (gateway) => void responsive.add(gateway),
		failed(gateway, error) {
			const isUnavailable = error instanceof GatewayUnavailable
			if (error instanceof GatewayRefused || (isUnavailable && error.hasAnswered)) responsive.add(gateway)
			else if (isUnavailable) unanswered.set(gateway, (unanswered.get(gateway) ?? 0) + 1)
		},
	}
}

/**
 * Asks about each of `items`, `atOnce` together, while the round lasts and the gateway answers. What `ask` throws goes to
 * `onFailed`.
 */
export async function pollEach<Item>(
	breaker: CircuitBreaker,
	gateway: GatewayMethod,
	items: readonly Item[],
	about: {
		atOnce: number
		ask: (item: Item) => Promise<void>
		onFailed: (item: Item, error: unknown) => Promise<void>
	},
): Promise<{ polled: number; failed: number }> {
	const waiting = items.values()
	let polled = 0
	let failed = 0
	async function askInTurn(): Promise<void> {
		for (const item of waiting) {
			polled += 1
			try {
				await about.ask(item)
				breaker.answered(gateway)
			} catch (error) {
				failed += 1
				breaker.failed(gateway, error)
				await about.onFailed(item, error)
			}
			if (breaker.isOver() || breaker.isOpen(gateway)) return
		}
	}
	if (!breaker.isOver() && !breaker.isOpen(gateway)) {
		await Promise.all(Array.from({ length: about.atOnce }, askInTurn))
	}
	return { polled, failed }
}
