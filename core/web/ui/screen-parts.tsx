import { type ComponentType, createElement, Fragment, type ReactNode } from 'react'
import { Icon, type IconName } from '#core/web/ui/parts.tsx'

type Tone = 'info' | 'ok' | 'warn' | 'danger'
const icons: Readonly<Record<Tone, IconName>> = { info: 'alert', ok: 'check', warn: 'alert', danger: 'alert' }

/** An inline message. `danger` and `warn` are assertive for screen readers, the others polite. */
export function Alert({ tone = 'danger', children }: { tone?: Tone; children: ReactNode }) {
	return (
		<div className={`alert tone-${tone}`} role={tone === 'danger' || tone === 'warn' ? 'alert' : 'status'}>
			<Icon name={icons[tone]} />
			<div>{children}</div>
		</div>
	)
}

interface LoadFailedProps {
	/** What could not be loaded, as a sentence. */
	readonly text: string
	/** For a part of a page that works without it: not announced. */
	readonly isQuiet?: boolean
	readonly onRetry: () => void
}

/** A part that could not be loaded, and the link that tries again. */
export function LoadFailed({ text, isQuiet = false, onRetry }: LoadFailedProps) {
	const sentence = (
		<>
			<span>{text}</span>{' '}
			<button type="button" className={isQuiet ? 'link touch' : 'link'} onClick={onRetry}>
				Reintentar
			</button>
		</>
	)
	return isQuiet ? <p className="muted">{sentence}</p> : <Alert>{sentence}</Alert>
}

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

interface SlotProps<Props> {
	readonly parts: readonly ComponentType<Props>[]
	readonly props: Props
}

/** Renders the components that modules add to a screen, in their order, with the props that the screen has for them. */
export const Slot = <Props extends object>({ parts, props }: SlotProps<Props>) =>
	createElement(Fragment, null, ...parts.map((Part) => createElement(Part, props)))
