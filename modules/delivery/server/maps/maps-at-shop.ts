import type { MapsProvider, Position } from '#modules/delivery/server/maps/maps.ts'

interface MapsAtShopDeps {
	/** The shop's current position. */
	readonly readPosition: () => Promise<Position>
	readonly open: (shop: Position) => MapsProvider
}

/**
 * The maps of a shop whose position may change: reopened after a change of the setting. `first`: the position until the
 * first call.
 */
export function createMapsAtShop({ readPosition, open }: MapsAtShopDeps, first: Position): MapsProvider {
	let shop = first
	let provider = open(first)
	const current = async () => {
		const now = await readPosition()
		if (now.lat !== shop.lat || now.lng !== shop.lng) {
			provider = open(now)
			shop = now
		}
		return provider
	}
	return {
		name: provider.name,
		attribution: provider.attribution,
		warm: async () => await (await current()).warm(),
		suggest: async (...args) => await (await current()).suggest(...args),
		place: async (...args) => await (await current()).place(...args),
		locate: async (...args) => await (await current()).locate(...args),
		drivingDistance: async (...args) => await (await current()).drivingDistance(...args),
		drivingMatrix: async (...args) => await (await current()).drivingMatrix(...args),
		drivingLine: async (...args) => await (await current()).drivingLine(...args),
		drawMap: async (...args) => await (await current()).drawMap(...args),
	}
}
