import { coverageMeters, farCosto, freeBelowMeters, nearBandMeters, nearCosto } from '#domain/delivery/tariff.ts'
import { formatClp } from '#domain/money.ts'

const free = freeBelowMeters / 1_000
const near = nearBandMeters / 1_000
const coverage = coverageMeters / 1_000

/** What delivery costs, as part of a sentence, for whoever has not chosen an address yet. */
export const tariffText =
	`gratis a menos de ${free} km, ${formatClp(nearCosto)} de ${free} a ${near} km y ` +
	`${formatClp(farCosto)} de más de ${near} hasta ${coverage} km`
