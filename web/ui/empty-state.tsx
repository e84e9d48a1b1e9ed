import type { ReactNode } from 'react'

/** What a screen shows when it has nothing: the fact, and what to do next. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
	return (
		<div className="empty-state">
			<p className="title-m">{title}</p>
			{children && <div className="text-muted max-w-[44ch]">{children}</div>}
			{action}
		</div>
	)
}
