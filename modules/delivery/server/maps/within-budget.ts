import type { MapsBudget } from './daily-budget.ts'
import { MapsBudgetSpent, type MapsProvider } from './maps.ts'

interface PaidMaps {
	/** Opens the paid provider with a share of the budget. */
	readonly open: (share: keyof MapsBudget) => MapsProvider
	readonly budget: MapsBudget
	/** The maps used when a share is spent. */
	readonly own: MapsProvider
	/** Whether an id is the paid provider's. */
	readonly isTheirs: (placeId: string) => boolean
}

/** A paid provider within its day's budget: the shop's own maps suggest, place and measure once a share is spent. */
export function createMapsWithinBudget({ open, budget, own, isTheirs }: PaidMaps): MapsProvider {
	const [typing, paid] = [open('sugerencias'), open('despacho')]
	return {
		...paid,
		async suggest(text, session) {
			// An id of the paid provider could not be placed any more.
			if (!(await budget.despacho.hasLeft())) return await own.suggest(text, session)
			return await unlessSpent(
				() => typing.suggest(text, session),
				() => own.suggest(text, session),
			)
		},
		async place(placeId, session, houseNumber) {
			if (!isTheirs(placeId)) return await own.place(placeId, session, houseNumber)
			return await unlessSpent(
				() => paid.place(placeId, session, houseNumber),
				async () => undefined,
			)
		},
		locate: (direccion) =>
			unlessSpent(
				() => paid.locate(direccion),
				() => own.locate(direccion),
			),
		drivingDistance: (place) =>
			unlessSpent(
				() => paid.drivingDistance(place),
				() => own.drivingDistance(place),
			),
		drawMap: (view) => (view.route ? paid : typing).drawMap(view),
	}
}

async function unlessSpent<T>(ask: () => Promise<T>, instead: () => Promise<T>): Promise<T> {
	try {
		return await ask()
	} catch (error) {
		if (!(error instanceof MapsBudgetSpent)) throw error
		return await instead()
	}
}
