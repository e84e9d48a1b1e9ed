import { Link } from 'react-router'
import { addressWith, panelQueryOf } from '#core/web/panel/panel-parts.tsx'

/** A link from another section to the closing of today. */
export function CloseDayLink() {
	return (
		<Link to={`?${addressWith(panelQueryOf('numeros'), { cierre: 'hoy' })}`} className="button button-outline above-m">
			Cerrar el día
		</Link>
	)
}
