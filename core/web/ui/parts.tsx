import { useEffect, useRef } from 'react'
import { formatClp } from '#core/rules/money.ts'

/** Line icons on a 24 px grid; each is the `d` of one path. */
const paths = {
	menu: 'M3.5 8h17M3.5 16h11',
	close: 'M6 6l12 12M18 6 6 18',
	user: 'M12 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5ZM4.75 20c.8-3.3 3.7-5 7.25-5s6.45 1.7 7.25 5',
	cart: 'M5.5 8.5h13l-1 11.5h-11l-1-11.5ZM8.75 11V7.25a3.25 3.25 0 0 1 6.5 0V11',
	logout: 'M14 4.5H6.5v15H14M11 12h9.5m0 0L17 8.5m3.5 3.5L17 15.5',
	minus: 'M6 12h12',
	plus: 'M6 12h12M12 6v12',
	check: 'M5 12.5 10 17.5 19.5 7',
	alert: 'M12 7.5v5.5m0 3.2v.3M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
	left: 'M14.5 5.5 8 12l6.5 6.5',
	right: 'M9.5 5.5 16 12l-6.5 6.5',
	down: 'M5.5 9.5 12 16l6.5-6.5',
	pause: 'M9 6v12M15 6v12',
	play: 'M8 5.5v13l10.5-6.5L8 5.5Z',
	truck:
		'M3 6.5h11v10H3v-10ZM14 10h3.8l3.2 3.2v3.3h-7M7 19a1.9 1.9 0 1 0 0-3.8A1.9 1.9 0 0 0 7 19ZM17 19a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8Z',
	metro:
		'M6.5 4h11A1.5 1.5 0 0 1 19 5.5v10a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 15.5v-10A1.5 1.5 0 0 1 6.5 4ZM5 11h14M8.5 14v.2M15.5 14v.2M8 17l-2 3M16 17l2 3',
	back: 'M20 12H4.5m0 0L10 6.5M4.5 12l5.5 5.5',
	shield: 'M12 3.5 5 6v5.5c0 4.2 2.8 7.4 7 9 4.2-1.6 7-4.8 7-9V6l-7-2.5ZM8.8 12l2.3 2.3 4.2-4.4',
	lock: 'M6 11h12v9H6v-9ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
	bolt: 'M13 3 5.5 13.5H12L11 21l7.5-10.5H12L13 3Z',
	drop: 'M12 3.5c3.6 4 5.8 7 5.8 10a5.8 5.8 0 0 1-11.6 0c0-3 2.2-6 5.8-10Z',
	out: 'M8 5h11v11M19 5 6 18',
	copy: 'M9 9h10v11H9V9ZM5 15V4h10',
	search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20.5 20.5',
	trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 13h9.4l.8-13',
	pin: 'M12 21c4.5-4.6 6.8-8.2 6.8-11A6.8 6.8 0 0 0 5.2 10c0 2.8 2.3 6.4 6.8 11ZM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
} as const

export type IconName = keyof typeof paths

/** A decorative icon beside words or in a named button. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
	return (
		<svg className={`icon ${className}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
			<path d={paths[name]} />
		</svg>
	)
}

/** The logo: the light ring of the bottle's button. */
export function Ring() {
	return (
		<svg className="ring" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
			<circle cx="10" cy="10" r="7.6" fill="none" stroke="currentColor" strokeWidth="3.2" />
		</svg>
	)
}

interface SkeletonProps {
	/** Height close to the final content; `title` is one line. */
	readonly size?: 'title' | 'field' | 'card' | 'section' | 'page'
	readonly className?: string
	readonly label?: string
}

/** Placeholder of loading content. Its text is for screen readers. */
export function Skeleton({ size, className = '', label = 'Cargando…' }: SkeletonProps) {
	return (
		<span className={`skeleton ${className}`} data-size={size} role="status">
			<span className="visually-hidden">{label}</span>
		</span>
	)
}

/** An amount in CLP; a dash while unknown. */
export function Money({ amount, className = '' }: { amount: number | null | undefined; className?: string }) {
	return <span className={`digits ${className}`}>{amount == null ? '—' : formatClp(amount)}</span>
}

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
