import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

interface SubmitButtonProps {
	readonly isBusy?: boolean
	readonly children: string
}

/**
 * Sends its form. Until the page is hydrated it cannot, and neither can the Enter key: the browser alone would leave the page and
 * take what was typed with it. It looks the same all the while.
 */
export function SubmitButton({ isBusy = false, children }: SubmitButtonProps) {
	const isHydrated = useHydrated()
	return (
		<Button type="submit" isBusy={isBusy} disabled={!isHydrated} className={isHydrated ? '' : 'button-waiting'}>
			{children}
		</Button>
	)
}
