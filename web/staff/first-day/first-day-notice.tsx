import { Link } from 'react-router'
import { useFirstDay } from '#web/staff/first-day/use-first-day.ts'
import { panelQueryOf } from '#web/staff/panel-address.ts'
import '#web/staff/first-day/first-day.css'

/** Leads who may do something about it to the first day's list while something of it is missing; `isHere`: it is open. */
export function FirstDayNotice({ isHere }: { isHere: boolean }) {
	const { data } = useFirstDay()
	if (!data?.editable || data.faltan === 0 || isHere) return null
	const missing = data.faltan === 1 ? 'falta 1 paso' : `faltan ${data.faltan} pasos`
	return (
		<p className="first-day-notice">
			<Link className="link" to={`?${panelQueryOf('primer_dia')}`}>
				Primer día: {missing} para dejar la tienda lista
			</Link>
		</p>
	)
}
