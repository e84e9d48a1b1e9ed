import { Link } from 'react-router'
import { useFirstDay } from '#web/staff/first-day/use-first-day.ts'
import { useOwnEmail } from '#web/staff/own-email.ts'
import { panelQueryOf } from '#web/staff/panel-address.ts'
import '#web/staff/first-day/first-day.css'

/**
 * The line under the panel's name: leads who may do something about it to the first day's list while something of it is missing,
 * or else says who is at the panel. It has its place from the start, so that nothing below moves under a finger when the answer
 * comes. `isListOpen`: the list is what is shown.
 */
export function PanelLine({ isListOpen }: { isListOpen: boolean }) {
	const { data } = useFirstDay()
	const email = useOwnEmail()
	const missing = data?.editable && !isListOpen ? data.faltan : 0
	if (missing === 0) return <p className="panel-line truncate text-muted">{email}</p>
	return (
		<p className="panel-line">
			<Link className="link" to={`?${panelQueryOf('primer_dia')}`}>
				{`Primer día: ${missing === 1 ? 'falta 1 paso' : `faltan ${missing} pasos`}`}
			</Link>
		</p>
	)
}
