import { Icon } from '#core/web/ui/parts.tsx'

interface StepperProps {
	readonly legend: string
	/** What is counted, for screen readers. */
	readonly what: string
	readonly value: number
	readonly least?: number
	readonly most?: number
	/** Called with the new value and the pressed button. */
	readonly onStep: (value: number, button: HTMLElement) => void
}

/** A number of units with a button for one less and one for one more. */
export function Stepper({ legend, what, value, least, most, onStep }: StepperProps) {
	// A disabled button would lose the focus of the keyboard.
	const isLeast = value === least
	const isMost = most !== undefined && value >= most
	return (
		<fieldset className="stepper">
			<legend className="visually-hidden">{legend}</legend>
			<button
				type="button"
				className="icon-button"
				aria-disabled={isLeast || undefined}
				onClick={({ currentTarget }) => isLeast || onStep(value - 1, currentTarget)}
			>
				<Icon name="minus" />
				<span className="visually-hidden">{`Quitar uno: ${what}`}</span>
			</button>
			<output className="digits">{value}</output>
			<button
				type="button"
				className="icon-button"
				aria-disabled={isMost || undefined}
				onClick={({ currentTarget }) => isMost || onStep(value + 1, currentTarget)}
			>
				<Icon name="plus" />
				<span className="visually-hidden">{`Agregar uno: ${what}`}</span>
			</button>
		</fieldset>
	)
}
