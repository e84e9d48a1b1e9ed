import type { Position } from '#server/delivery/maps/maps.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

/** What rounds are planned and driven with. */
export interface RoundDeps extends StaffDeps {
	/** Where rounds begin and end. */
	readonly shopPosition: Position
}
