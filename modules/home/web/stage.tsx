import { useEffect, useState } from 'react'
import { useAddToCart } from '#modules/cart/web/add-to-cart.ts'
import { type Color, colorFromSlug, colorSlug } from '#modules/catalog/colors.ts'
import { useColors, usePageData } from '#modules/catalog/web/page-data.tsx'
import { Picture } from '#modules/catalog/web/picture.tsx'
import { usePageColor, useSelectedColor } from '#modules/catalog/web/selected-color.ts'
import { addParameter, BuyPanel } from '#modules/home/web/buy-panel.tsx'
import { heroOf, heroSizes } from '#modules/home/web/hero.ts'
import { OutlineNumber } from '#modules/home/web/outline-number.tsx'

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

/** The hero: the bottle, its name, and the buy panel. */
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
