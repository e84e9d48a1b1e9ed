import type { SecurityEvent } from '#core/rules/security-events.ts'
import {
	isCountedTogether,
	securityEvents,
	securityRetention,
	securityRowsPerNetworkAndMinute,
} from '#modules/security-trail/security-events.ts'

/** The trail's rows that one process has started within one minute. */
export interface MinuteBudget {
	/** Minutes since 1970. */
	readonly minute: number
	readonly known: Set<string>
	readonly perNetwork: Map<string, number>
	readonly perGroup: Map<string, number>
}

export const newMinuteBudget = (minute: number): MinuteBudget => ({
	minute,
	known: new Set(),
	perNetwork: new Map(),
	perGroup: new Map(),
})

/** Counts a new row: `own`, or instead the event's `network` or its `kind` alone. */
export function consumeRow(
	budget: MinuteBudget,
	tipo: SecurityEvent,
	red: string | undefined,
): 'own' | 'network' | 'kind' {
	if (!isCountedTogether(tipo)) return 'own'
	const { group } = securityEvents[tipo]
	const ofGroup = budget.perGroup.get(group) ?? 0
	if (ofGroup >= securityRetention[group].rowsPerMinute) return 'kind'
	const ofNetwork = red === undefined ? 0 : (budget.perNetwork.get(red) ?? 0)
	if (ofNetwork >= securityRowsPerNetworkAndMinute) return 'network'
	if (red !== undefined) budget.perNetwork.set(red, ofNetwork + 1)
	budget.perGroup.set(group, ofGroup + 1)
	return 'own'
}
