interface ChipsProps<Value extends string> {
	/** The name of the choice, for screen readers. */
	readonly legend?: string
	readonly options: readonly (readonly [value: Value, text: string])[]
	readonly value: string
	readonly onChoose: (value: Value) => void
}

/** One choice of a few, each a button. */
export function Chips<Value extends string>({ legend = 'Mostrar', options, value, onChoose }: ChipsProps<Value>) {
	return (
		<fieldset className="chips">
			<legend className="visually-hidden">{legend}</legend>
			{options.map(([option, text]) => (
				<button
					key={option}
					type="button"
					className="staff-action"
					aria-pressed={value === option}
					onClick={() => onChoose(option)}
				>
					{text}
				</button>
			))}
		</fieldset>
	)
}
