import { Button } from '#core/web/ui/button.tsx'
import { useHydrated } from '#core/web/ui/use-hydrated.ts'

interface SubmitButtonProps {
	readonly isBusy?: boolean
	readonly children: string
}

/**
 * Submits its form. Disabled until hydration, also for Enter: a native submission would leave the page and lose the typed
 * values. Its look is unchanged.
 */
export function SubmitButton({ isBusy = false, children }: SubmitButtonProps) {
	const isHydrated = useHydrated()
	return (
		<Button type="submit" isBusy={isBusy} disabled={!isHydrated} className={isHydrated ? '' : 'button-waiting'}>
			{children}
		</Button>
	)
}
