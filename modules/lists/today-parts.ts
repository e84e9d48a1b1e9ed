import { alarmsWaiting } from '#modules/alarms/server/waiting.ts'
import { disputesWaiting } from '#modules/disputes/server/waiting.ts'
import type { ReadWaiting } from '#modules/orders/server/waiting.ts'
import { requestsWaiting } from '#modules/privacy/server/read-requests.ts'
import { deliveriesWaiting } from '#modules/rounds/server/waiting.ts'
import { documentsWaiting } from '#modules/tax-documents/server/waiting.ts'

/** What modules add to the rows of Hoy, after money and cases and before stock. */
export const waitingParts: readonly ReadWaiting[] = [
	alarmsWaiting,
	disputesWaiting,
	documentsWaiting,
	deliveriesWaiting,
	requestsWaiting,
]
