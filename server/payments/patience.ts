import { GatewayRefused } from '#server/payments/gateways/gateway.ts'

/** How many calls of one round a gateway may leave unanswered before it is taken for silent. */
const toleratedFailures = 3

/** A round ends before the next one begins a minute later, with the last call's patience left over. */
const roundMs = 40_000

/** What one round over many payments knows of its gateways, so that one that hangs does not take the whole round. */
export interface Patience {
	/** The round has taken its time; what is left waits for the next one. */
	isOver(): boolean
	isSilent(gateway: string): boolean
	/** A call failed with `error`. A refusal is an answer, about what was asked only: the gateway can be asked about the rest. */
	failed(gateway: string, error: unknown): void
}

/** Begins a round. Measures real time: it bounds how long a job runs, not when anything is due. */
export function createPatience(elapsed: () => number = () => performance.now()): Patience {
	const began = elapsed()
	const failures = new Map<string, number>()
	return {
		isOver: () => elapsed() - began > roundMs,
		isSilent: (gateway) => (failures.get(gateway) ?? 0) >= toleratedFailures,
		failed(gateway, error) {
			if (!(error instanceof GatewayRefused)) failures.set(gateway, (failures.get(gateway) ?? 0) + 1)
		},
	}
}
