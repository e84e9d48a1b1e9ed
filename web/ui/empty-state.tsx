import type { ReactNode } from 'react'

interface EmptyStateProps {
	readonly title: string
	/** The page has no other heading: this is its first. */
	readonly isPageTitle?: boolean
	readonly children?: ReactNode
	readonly action?: ReactNode
}

/** What a screen shows when it has nothing: the fact, and what to do next. */
export function EmptyState({ title, isPageTitle = false, children, action }: EmptyStateProps) {
	const Title = isPageTitle ? 'h1' : 'p'
	return (
		<div className="empty-state stack loose">
			<Title className="title-m">{title}</Title>
			{children && <div className="muted narrow">{children}</div>}
			{action}
		</div>
	)
}
