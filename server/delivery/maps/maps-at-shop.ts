import type { MapsProvider, Position } from '#server/delivery/maps/maps.ts'

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
	const here = async () => {
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
		warm: async () => await (await here()).warm(),
		suggest: async (...asked) => await (await here()).suggest(...asked),
		place: async (...asked) => await (await here()).place(...asked),
		locate: async (...asked) => await (await here()).locate(...asked),
		drivingDistance: async (...asked) => await (await here()).drivingDistance(...asked),
		drivingMatrix: async (...asked) => await (await here()).drivingMatrix(...asked),
		drivingLine: async (...asked) => await (await here()).drivingLine(...asked),
		drawMap: async (...asked) => await (await here()).drawMap(...asked),
	}
}
