import type { FormEvent } from 'react'
import { Button } from '#core/web/ui/button.tsx'
import { Icon } from '#core/web/ui/icon.tsx'
import { Money } from '#core/web/ui/money.tsx'
import { WhatsappLink } from '#core/web/ui/whatsapp-link.tsx'
import { useAddToCart } from '#modules/cart/web/add-to-cart.ts'
import type { Color } from '#modules/catalog/colors.ts'
import { useCatalog } from '#modules/catalog/web/catalog-store.ts'
import { ColorSwatches } from '#modules/catalog/web/color-swatches.tsx'
import { usePageData } from '#modules/catalog/web/page-data.tsx'
import { pickupPlace } from '#modules/delivery/pickup-place.ts'
import { deliveryPromise } from '#modules/delivery/tariff-text.ts'

/** Up to this number of units, the stock is shown. */
const fewUnits = 5

function StockLine({ stock }: { stock: number | undefined }) {
	if (stock === undefined || stock > fewUnits) return null
	if (stock <= 0) return <span className="out-of-stock">Sin stock</span>
	return <span className="few-left">{stock === 1 ? 'Queda 1' : `Quedan ${stock}`}</span>
}

/** Form field of the button in the URL of a submission before hydration. */
export const addParameter = 'agregar'

function AddButton({ color }: { color: Color }) {
	const { stock, isLoading } = useCatalog()
	const { cierre } = usePageData()
	const isOut = (stock[color] ?? 1) <= 0
	return (
		<Button
			type="submit"
			name={addParameter}
			className="add-button"
			disabled={isLoading || isOut || cierre !== undefined}
		>
			{isOut ? 'Sin stock' : 'Agregar al carrito'}
		</Button>
	)
}

/** Advice for browsers without scripts. */
function WithoutScripts() {
	const { tienda } = usePageData()
	return (
		<noscript>
			{import.meta.env.SSR && (
				<p className="no-script">
					<span>Para comprar en esta página activa JavaScript. O escríbenos: </span>
					<a href={`mailto:${tienda.correo}`} className="link">
						{tienda.correo}
					</a>{' '}
					<WhatsappLink phone={tienda.telefono} />
				</p>
			)}
		</noscript>
	)
}

/** Notice that the shop is closed, and until when. */
function Closed() {
	const { cierre } = usePageData()
	return cierre === undefined ? null : <p className="shop-closed">{cierre}</p>
}

interface BuyPanelProps {
	readonly selected: Color
	readonly onSelect: (color: Color) => void
	readonly onIntent: (color: Color) => void
}

/** Price, colours and the button, which is fixed at the bottom on a phone. */
export function BuyPanel({ selected, onSelect, onIntent }: BuyPanelProps) {
	const { prices, stock } = useCatalog()
	const { estacion_retiro, tarifa } = usePageData()
	const add = useAddToCart()
	const onSubmit = (event: FormEvent) => {
		event.preventDefault()
		void add(selected)
	}
	return (
		<form className="stage-buy" onSubmit={onSubmit}>
			<p className="stage-price">
				<Money amount={prices[selected]} className="price" />
				<StockLine stock={stock[selected]} />
			</p>
			<ColorSwatches selected={selected} stock={stock} onSelect={onSelect} onIntent={onIntent} />
			<div className="thumb-bar">
				<Closed />
				<WithoutScripts />
				<AddButton color={selected} />
			</div>
			<ul className="stage-promises">
				<li>
					<Icon name="truck" />
					<span>{` ${deliveryPromise(tarifa)}`}</span>
				</li>
				<li>
					<Icon name="metro" />
					<span>{` Retiro en ${pickupPlace(estacion_retiro)}`}</span>
				</li>
				<li>
					<Icon name="shield" /> 10 días para arrepentirte
				</li>
			</ul>
		</form>
	)
}
