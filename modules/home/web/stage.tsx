import { type FormEvent, useEffect, useState } from 'react'
import { Button, WhatsappLink } from '#core/web/ui/buttons.tsx'
import { clearNotices, NoticePlace } from '#core/web/ui/notices.tsx'
import { Icon, Money } from '#core/web/ui/parts.tsx'
import { addNotice, useAddToCart } from '#modules/cart/web/add-to-cart.ts'
import { type Color, colorFromSlug, colorSlug } from '#modules/catalog/colors.ts'
import { useCatalog, useColors, usePageColor, usePageData, useSelectedColor } from '#modules/catalog/web/catalog.tsx'
import { Picture } from '#modules/catalog/web/picture.tsx'
import { heroOf, heroSizes } from '#modules/catalog/web/pictures.ts'
import { pickupPlace } from '#modules/delivery/delivery.ts'
import { deliveryPromise } from '#modules/delivery/tariff.ts'
import { soldOutParts } from '#modules/lists/web/home.ts'

/** The bottles shown so far are stacked; a choice fades to the next. */
function Bottles({ selected, seen }: { selected: Color; seen: ReadonlySet<Color> }) {
	const { colores } = usePageData()
	return (
		<div className="stage-figure">
			{colores
				.filter(({ color }) => color === selected || seen.has(color))
				.map((one) => (
					<div
						key={one.color}
						className="stage-picture"
						data-shown={one.color === selected}
						aria-hidden={one.color !== selected}
					>
						<Picture picture={heroOf(one)} sizes={heroSizes} isFirst={one.color === selected} />
					</div>
				))}
		</div>
	)
}

/** The colour chosen in the form before hydration, which resets it to the URL's. */
let chosenInForm = import.meta.env.SSR
	? undefined
	: document.querySelector<HTMLInputElement>('.swatches :checked')?.value

/** Replays once the choice or the submission made before hydration. */
function useFormBeforeHydration(selected: Color, choose: (color: Color) => void): void {
	const colors = useColors()
	const add = useAddToCart()
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page is hydrated
	useEffect(() => {
		const chosen = colorFromSlug(colors, chosenInForm) ?? selected
		chosenInForm = undefined
		const isSent = new URLSearchParams(window.location.search).has(addParameter)
		if (chosen !== selected || isSent) choose(chosen)
		if (isSent) void add(chosen)
	}, [])
}

export function Stage() {
	const { colores } = usePageData()
	const colors = useColors()
	const [selected, select] = useSelectedColor()
	const [seen, setSeen] = useState<ReadonlySet<Color>>(() => new Set([selected]))
	usePageColor(selected)
	const see = (color: Color) => setSeen((before) => (before.has(color) ? before : new Set([...before, color])))
	const choose = (color: Color) => {
		see(selected)
		see(color)
		select(color)
		clearNotices()
	}
	useFormBeforeHydration(selected, choose)
	return (
		<section className="stage" aria-labelledby="producto">
			{colors.map((color) => (
				<div key={color} className="stage-light" data-color={colorSlug(color)} data-shown={color === selected} />
			))}
			<div id="cifra" />
			<Bottles selected={selected} seen={seen} />
			<div className="stage-name">
				<h1 id="producto" className="title-xl">
					{colores.find(({ color }) => color === selected)?.nombre}
				</h1>
				<p className="stage-lead">Bate con un botón. Se carga por USB. Va contigo.</p>
			</div>
			<BuyPanel selected={selected} onIntent={see} onSelect={choose} />
		</section>
	)
}

/** Up to this number of units, the stock is shown. */
const fewUnits = 5

function StockLine({ stock }: { stock: number | undefined }) {
	if (stock === undefined || stock > fewUnits) return null
	if (stock <= 0) return <span className="out-of-stock">Sin stock</span>
	return <span className="few-left">{stock === 1 ? 'Queda 1' : `Quedan ${stock}`}</span>
}

/** Form field of the button in the URL of a submission before hydration. */
const addParameter = 'agregar'

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

function Closed() {
	const { cierre } = usePageData()
	return cierre === undefined ? null : <p className="shop-closed">{cierre}</p>
}

/** The chosen colour and its price over the button, for a phone that is scrolled down. A refusal takes their place. */
function ChosenLine({ color }: { color: Color }) {
	const { prices } = useCatalog()
	return (
		<div className="chosen-line">
			<p className="chosen">
				<span>{`${color} · `}</span>
				<Money amount={prices[color]} />
			</p>
			<NoticePlace at={addNotice} />
		</div>
	)
}

interface BuyPanelProps {
	readonly selected: Color
	readonly onSelect: (color: Color) => void
	readonly onIntent: (color: Color) => void
}

/** Price, colours and the button, which is fixed at the bottom on a phone. */
function BuyPanel({ selected, onSelect, onIntent }: BuyPanelProps) {
	const { prices, stock } = useCatalog()
	const colors = useColors()
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
				<ChosenLine color={selected} />
				<div className="buy-ways">
					<AddButton color={selected} />
					{(stock[selected] ?? 1) <= 0 && soldOutParts.map((Part) => <Part key={Part.name} color={selected} />)}
				</div>
			</div>
			<div className="stage-others">
				{colors
					.filter((color) => color !== selected && (stock[color] ?? 1) <= 0)
					.map((color) => soldOutParts.map((Part) => <Part key={color + Part.name} color={color} isNamed />))}
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

interface ColorSwatchesProps {
	readonly selected: Color
	/** Units by colour; a missing colour counts as available. */
	readonly stock: Readonly<Record<string, number>>
	readonly onSelect: (color: Color) => void
	/** Called on hover or touch, to preload the picture. */
	readonly onIntent: (color: Color) => void
}

/** Radio group of the colours. Colours without stock are disabled. */
function ColorSwatches({ selected, stock, onSelect, onIntent }: ColorSwatchesProps) {
	const colors = useColors()
	return (
		<fieldset className="swatches">
			<legend className="visually-hidden">
				Color <strong>{selected}</strong>
			</legend>
			{colors.map((color) => (
				<label key={color} className="swatch" data-swatch={colorSlug(color)} onPointerEnter={() => onIntent(color)}>
					<input
						type="radio"
						name="color"
						value={colorSlug(color)}
						checked={color === selected}
						disabled={stock[color] !== undefined && stock[color] <= 0}
						onChange={() => onSelect(color)}
					/>
					<span className="swatch-name">{color}</span>
				</label>
			))}
		</fieldset>
	)
}
