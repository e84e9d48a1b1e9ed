import type { FormEvent } from 'react'
import type { Color } from '#domain/catalog/colors.ts'
import { pickupPlace } from '#domain/delivery/pickup-place.ts'
import { deliveryPromise } from '#domain/delivery/tariff-text.ts'
import { useAddToCart } from '#web/cart/add-to-cart.ts'
import { useCatalog } from '#web/catalog/catalog-store.ts'
import { ColorSwatches } from '#web/catalog/color-swatches.tsx'
import { usePageData } from '#web/catalog/page-data.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Money } from '#web/ui/money.tsx'
import { WhatsappLink } from '#web/ui/whatsapp-link.tsx'

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
