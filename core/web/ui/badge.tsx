import type { ReactNode } from 'react'

/** A short state in words; the tone repeats it. `className` is a state's own class. */
export function Badge({
	tone = 'info',
	className = '',
	children,
}: {
	tone?: 'info' | 'ok' | 'warn' | 'danger'
	className?: string
	children: ReactNode
}) {
	return <span className={`badge tone-${tone} ${className}`}>{children}</span>
}
