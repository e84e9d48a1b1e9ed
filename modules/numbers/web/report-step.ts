import { requestTo } from '#core/web/session/api.ts'
import type { ReportedStep } from '#modules/numbers/funnel.ts'
import * as endpoints from '#modules/numbers/step-endpoints.ts'

const reported = new Set<ReportedStep>()

/**
 * Reports a funnel step to the server once per page load: only the step's name, no cookie, no session. A lost report is
 * ignored.
 */
export function reportStep(paso: ReportedStep): void {
	if (reported.has(paso)) return
	reported.add(paso)
	const { method, address, body } = requestTo(endpoints.reportStep, { body: { paso } })
	const options = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
	fetch(address, { ...options, credentials: 'omit', keepalive: true }).catch(() => undefined)
}
