import { Link } from 'react-router'
import { addressOfSettings, panelQueryOf } from '#core/web/panel/panel-address.ts'
import { formatDay } from '#core/web/ui/format-date.ts'
import { useOwnEmail } from '#modules/accounts/web/own-email.ts'
import { useFirstDay } from '#modules/first-day/web/use-first-day.ts'
import '#modules/first-day/web/first-day.css'

/** Shown in every section, because a shop that remains closed by mistake makes no sales. Links to the setting. */
function ClosedShop({ vuelta }: { vuelta: string | null }) {
	return (
		<p className="panel-line">
			<Link className="badge tone-warn" to={`?${addressOfSettings('cierre')}`}>
				{vuelta === null ? 'Tienda cerrada' : `Tienda cerrada · vuelve el ${formatDay(vuelta)}`}
			</Link>
		</p>
	)
}

/**
 * The line under the panel's heading: the closed shop, the unfinished checklist, or the account's email. Its space is
 * reserved, so the answer causes no layout shift. `isListOpen`: the checklist is the open section.
 */
export function PanelLine({ isListOpen }: { isListOpen: boolean }) {
	const { data } = useFirstDay()
	const email = useOwnEmail()
	if (data?.cierre) return <ClosedShop vuelta={data.cierre.vuelta} />
	const missing = data?.editable && !isListOpen ? data.faltan : 0
	if (missing === 0) return <p className="panel-line muted">{email}</p>
	return (
		<p className="panel-line">
			<Link className="link" to={`?${panelQueryOf('primer_dia')}`}>
				{`Primer día: ${missing === 1 ? 'falta 1 paso' : `faltan ${missing} pasos`}`}
			</Link>
		</p>
	)
}
