import { DateField } from '#core/web/list/date-field.tsx'
import { usePanelAddress } from '#core/web/panel/panel-address.ts'
import { SelectField } from '#core/web/ui/field.tsx'

export type Options = readonly (readonly [value: string, text: string])[]

interface ChoiceFieldProps {
	/** The parameter of the address that holds the choice. */
	readonly param: string
	readonly label: string
	readonly options: Options
	readonly className?: string
}

/** One choice of a list, which counts at once. */
export function ChoiceField({ param, options, ...field }: ChoiceFieldProps) {
	const { text, change } = usePanelAddress()
	return (
		<SelectField {...field} value={text(param)} onChange={({ target }) => change({ [param]: target.value })}>
			{options.map(([value, shown]) => (
				<option key={value} value={value}>
					{shown}
				</option>
			))}
		</SelectField>
	)
}

/** The first and the last day of the rows of a list. */
export function DayFields() {
	const { text, change } = usePanelAddress()
	const [desde, hasta] = [text('desde'), text('hasta')]
	return (
		<>
			<DateField label="Desde" max={hasta} value={desde} onChoose={(chosen) => change({ desde: chosen })} />
			<DateField label="Hasta" min={desde} value={hasta} onChoose={(chosen) => change({ hasta: chosen })} />
		</>
	)
}
