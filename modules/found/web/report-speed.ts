import { onCLS, onINP, onLCP } from 'web-vitals'
import { requestTo } from '#core/web/session/api.ts'
import { maxSpeed, type Speed } from '#modules/found/speed.ts'
import * as endpoints from '#modules/found/visit-endpoints.ts'

/**
 * Reports once how fast this page was, when it is left or hidden: three numbers, no cookie, no session. A lost report is
 * ignored.
 */
export function reportSpeed(): void {
	const seen: Partial<Record<Speed, number>> = {}
	const keep = (speed: Speed, value: number) => {
		seen[speed] = Math.min(maxSpeed, Math.round(value))
	}
	const whenever = { reportAllChanges: true }
	onLCP(({ value }) => keep('lcp', value), whenever)
	onINP(({ value }) => keep('inp', value), whenever)
	onCLS(({ value }) => keep('cls', value * 1000), whenever)
	const sent = new AbortController()
	// After the library's own listeners, which read the last values.
	document.addEventListener(
		'visibilitychange',
		() => {
			if (document.visibilityState !== 'hidden') return
			sent.abort()
			const { method, address, body } = requestTo(endpoints.reportSpeed, { body: seen })
			const options = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
			fetch(address, { ...options, credentials: 'omit', keepalive: true }).catch(() => undefined)
		},
		{ signal: sent.signal },
	)
}
