import { dayIn } from '#core/rules/times.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { chileanHolidays, holidaysWith, readHolidays } from '#modules/delivery/holidays.ts'

interface HolidayTicksProps {
	/** In the format of the stored setting. */
	readonly value: string
	readonly onChange: (value: string) => void
}

const days = new Intl.DateTimeFormat('es-CL', {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	timeZone: 'UTC',
})

/** Chile's holidays from today to the end of next year, each ticked while the setting contains it. */
export function HolidayTicks({ value, onChange }: HolidayTicksProps) {
	const today = dayIn(new Date())
	const year = Number(today.slice(0, 4))
	const coming = [year, year + 1].flatMap(chileanHolidays).filter(({ day }) => day >= today)
	const chosen = readHolidays(value)
	const missing = coming.map(({ day }) => day).filter((day) => !chosen.has(day))
	return (
		<fieldset className="holidays">
			<legend>Feriados de Chile</legend>
			<p className="muted small">Según las leyes vigentes; las elecciones se agregan a mano.</p>
			{missing.length > 0 && (
				<Button look="outline" onClick={() => onChange(holidaysWith(value, missing))}>
					{missing.length === 1 ? 'Marcar el que falta' : `Marcar los ${missing.length} que faltan`}
				</Button>
			)}
			<div className="holiday-days">
				{coming.map(({ day, name }) => (
					<label key={day} className="choice-line">
						<input
							type="checkbox"
							checked={chosen.has(day)}
							onChange={({ target }) =>
								onChange(target.checked ? holidaysWith(value, [day]) : holidaysWith(value, [], [day]))
							}
						/>
						<span>{`${days.format(new Date(`${day}T00:00:00Z`))} · ${name}`}</span>
					</label>
				))}
			</div>
		</fieldset>
	)
}
