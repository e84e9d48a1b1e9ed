import type { ComponentProps, ReactNode } from 'react'
import { ScreenLink } from '#core/web/ui/screen-link.tsx'

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

interface LinkButtonProps {
	readonly to: string
	/** Navigation state. */
	readonly state?: unknown
	readonly look?: ButtonLook
	readonly className?: string
	readonly onClick?: () => void
	readonly children: ReactNode
}

/** A link to a screen that looks like a button. */
export function LinkButton({ look = 'solid', className = '', ...rest }: LinkButtonProps) {
	return <ScreenLink {...rest} className={`button button-${look} ${className}`} />
}
