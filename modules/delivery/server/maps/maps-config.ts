import type { MapsBudget } from '#modules/delivery/server/maps/daily-budget.ts'
import type { MapsProvider, MapsProviderName, Position } from '#modules/delivery/server/maps/maps.ts'

export interface MapsConfig {
	readonly provider: MapsProviderName
	readonly shop: Position
	readonly googleMapsKey?: string | undefined
	/** One base address instead of Google's hosts, for the simulator. */
	readonly googleMapsUrl?: string | undefined
	readonly photonUrl?: string | undefined
	readonly osrmUrl?: string | undefined
	readonly timeoutMs?: number | undefined
	/** The daily budget of calls to Google; undefined counts none. */
	readonly budget?: MapsBudget | undefined
}

/** Opens a maps provider. Throws, naming the variable, when one of its settings is missing. */
export type OpenMaps = (config: MapsConfig) => MapsProvider

/** Returns a setting that the chosen provider needs. */
export function neededBy(provider: MapsProviderName, value: string | undefined, variable: string): string {
	if (!value) throw new Error(`${variable} is missing: MAPS_PROVIDER=${provider} needs it`)
	return value
}
