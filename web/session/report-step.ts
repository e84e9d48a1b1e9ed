import type { ReportedStep } from '#domain/staff/funnel.ts'

const reported = new Set<ReportedStep>()

/**
 * Tells the server that a step towards an order was taken: once while the page is open, with nothing but the step's name, no
 * cookie and no session. Whether it arrives matters to nobody here.
 */
export function reportStep(paso: ReportedStep): void {
	if (reported.has(paso)) return
	reported.add(paso)
	const headers = { 'content-type': 'application/json' }
	const body = JSON.stringify({ paso })
	fetch('/api/pasos/', { method: 'POST', headers, body, credentials: 'omit', keepalive: true }).catch(() => undefined)
}
