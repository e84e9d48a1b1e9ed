import { type ComponentProps, createContext, use } from 'react'
import { flushSync } from 'react-dom'
import { Link, type LinkProps } from 'react-router'
import { whatsappAddress } from '#core/rules/whatsapp.ts'
import { Icon, type IconName } from '#core/web/ui/parts.tsx'

export type ButtonLook = 'solid' | 'outline' | 'plain' | 'danger'

interface ButtonProps extends ComponentProps<'button'> {
	readonly look?: ButtonLook
	/** Shows a running action; the button then ignores presses. */
	readonly isBusy?: boolean
}

/** A button. `solid` is the page's one main action. */
export function Button({ look = 'solid', isBusy = false, className = '', children, onClick, ...rest }: ButtonProps) {
	return (
		<button
			type="button"
			{...rest}
			className={`button button-${look} ${className}`}
			aria-busy={isBusy || undefined}
			onClick={isBusy ? (event) => event.preventDefault() : onClick}
		>
			{isBusy && <span className="spinner" aria-hidden="true" />}
			<span className="button-text">{children}</span>
		</button>
	)
}

interface IconButtonProps extends ComponentProps<'button'> {
	readonly icon: IconName
	/** For screen readers. */
	readonly label: string
}

/** A round button with an icon only. */
export function IconButton({ icon, label, className = '', ...rest }: IconButtonProps) {
	return (
		<button type="button" {...rest} className={`icon-button ${className}`}>
			<Icon name={icon} />
			<span className="visually-hidden">{label}</span>
		</button>
	)
}

/** A link to a screen that looks like a button. */
export function LinkButton({ look = 'solid', className = '', ...rest }: ScreenLinkProps & { look?: ButtonLook }) {
	return <ScreenLink {...rest} className={`button button-${look} ${className}`} />
}

/** Preloads the code of the screen at a path; provided by app.tsx. */
export const PreloadScreen = createContext<(path: string) => void>(() => {})

type ScreenLinkProps = LinkProps & { readonly to: string }

/** A link to a screen. Its code is preloaded on hover, touch or focus. */
export function ScreenLink({ to, ...rest }: ScreenLinkProps) {
	const preload = use(PreloadScreen)
	const onIntent = () => preload(to)
	return <Link to={to} {...rest} onPointerEnter={onIntent} onTouchStart={onIntent} onFocus={onIntent} />
}

interface WhatsappLinkProps {
	/** Phone; nothing is rendered unless it is a mobile. */
	readonly phone: string
	/** Recipient, for screen readers. */
	readonly to?: string
	/** Prefilled text. */
	readonly text?: string
	readonly className?: string
}

/** Opens a WhatsApp conversation in a new tab. */
export function WhatsappLink({ phone, to, text, className = 'link' }: WhatsappLinkProps) {
	const address = whatsappAddress(phone, text)
	if (!address) return null
	return (
		<a href={address} target="_blank" rel="noreferrer" className={className}>
			WhatsApp
			<span className="visually-hidden">{`${to ? ` de ${to}` : ''} (se abre en otra pestaña)`}</span>
		</a>
	)
}

/**
 * Applies a change that removes the focused element, then focuses the result of `find`, also a heading: otherwise the
 * keyboard focus is lost to the top.
 */
export function updateAndFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
	flushSync(change)
	const target = find()
	if (!target) return
	if (target.tabIndex < 0) target.tabIndex = -1
	target.focus()
}
