import * as endpoints from '#contract/catalog/endpoints.ts'
import type { ReportedStep } from '#domain/staff/funnel.ts'
import { requestTo } from '#web/session/api.ts'

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
