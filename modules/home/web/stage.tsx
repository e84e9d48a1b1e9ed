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
			<div id="cifra">
				<OutlineNumber />
			</div>
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

/** The number 650 as an outline (Archivo, 700, wide): without a font it cannot cause layout shift. */
function OutlineNumber() {
	return (
		<svg viewBox="0 0 381 142" aria-hidden="true" focusable="false">
			<path d="M62 142q-15 0-26-3-12-4-20-12-8-8-12-21-4-13-4-31 0-21 4-35 4-14 12-23 8-9 20-13 11-4 26-4 18 0 30 5 12 6 19 16 6 10 6 23h-29q0-7-3-12-3-5-9-7-6-3-14-3-12 0-19 5-7 5-9 15-3 10-3 24 4-5 10-8 6-3 14-5 7-2 14-2 17 0 28 6 12 5 19 15 6 10 6 23 0 15-8 26-7 10-21 16-13 5-31 5M62 120q9 0 16-3 6-3 10-9 3-5 3-12 0-7-3-12-3-6-10-9-6-3-16-3-10 0-16 3-7 3-10 9-4 5-4 12 0 7 3 13 4 5 11 8 6 3 16 3M192 142q-20 0-34-5-14-6-21-17-7-10-7-24h29q0 8 4 13 4 5 11 8 7 3 16 3 8 0 15-3 7-3 11-8 4-6 4-15 0-8-3-13-4-5-11-8-6-3-15-3-7 0-12 2-6 1-10 4-4 3-7 7l-26-4 7-77h98v27h-74l-3 30q3-2 8-4 5-3 12-4 7-2 16-2 15 0 26 5 12 5 19 15 6 10 6 26 0 14-7 25-7 10-20 16-14 6-32 6M321 142q-16 0-27-4-12-4-19-13-7-9-11-22-3-14-3-32 0-18 3-31 4-14 11-23 7-8 19-13 11-4 27-4 15 0 27 4 11 5 18 13 8 9 11 23 4 13 4 31 0 18-4 32-3 13-10 22-8 9-19 13-11 4-27 4M321 120q11 0 17-5 7-5 9-14 3-10 3-25v-10q0-15-3-24-2-10-9-15-6-5-17-5-11 0-17 5-7 5-10 15-3 9-3 24v10q0 15 3 24 3 10 10 15 6 5 17 5" />
		</svg>
	)
}
