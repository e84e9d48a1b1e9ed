import { Link } from 'react-router'
import { panelQueryOf } from '#core/web/panel/panel-parts.tsx'

/** Opens the form of a sale. */
export function NewSaleLink() {
	return (
		<Link to={`?${panelQueryOf('venta')}`} className="button button-solid">
			Nueva venta
		</Link>
	)
}
