import { Button } from '#web/ui/button.tsx'
import { useAlive } from '#web/ui/use-alive.ts'

interface SubmitButtonProps {
	readonly isBusy?: boolean
	readonly children: string
}

/**
 * Sends its form. Until the page is alive it cannot, and neither can the Enter key: the browser alone would leave the page and
 * take what was typed with it. It looks the same all the while.
 */
export function SubmitButton({ isBusy = false, children }: SubmitButtonProps) {
	const isAlive = useAlive()
	return (
		<Button
			type="submit"
			isBusy={isBusy}
			disabled={!isAlive}
			className={isAlive ? '' : 'disabled:bg-accent disabled:text-on-accent'}
		>
			{children}
		</Button>
	)
}
