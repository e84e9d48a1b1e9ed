import type { ReactNode } from 'react'

interface EmptyStateProps {
	readonly title: string
	/** Makes the title the page's first heading. */
	readonly isPageTitle?: boolean
	readonly children?: ReactNode
	readonly action?: ReactNode
}

/** Empty state of a screen: the fact, and the next action. */
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
