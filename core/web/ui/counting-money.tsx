import { useEffect, useRef } from 'react'
import { formatClp } from '#core/rules/money.ts'

const durationMs = 220

/** An amount that counts to its new value for 220 ms; with reduced motion it changes at once. */
export function CountingMoney({ amount, className = '' }: { amount: number; className?: string }) {
	const shown = useRef<HTMLSpanElement>(null)
	const last = useRef(amount)
	useEffect(() => {
		const from = last.current
		last.current = amount
		const element = shown.current
		if (!element || from === amount || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
		const start = performance.now()
		let frame = requestAnimationFrame(function tick(now) {
			const part = Math.min(1, (now - start) / durationMs)
			element.textContent = formatClp(Math.round(from + (amount - from) * (1 - (1 - part) ** 3)))
			if (part < 1) frame = requestAnimationFrame(tick)
		})
		return () => {
			cancelAnimationFrame(frame)
			element.textContent = formatClp(amount)
		}
	}, [amount])
	return (
		<span ref={shown} className={`digits ${className}`}>
			{formatClp(amount)}
		</span>
	)
}
