import { type Color, colors } from '#domain/catalog/colors.ts'
import { Picture } from '#web/catalog/picture.tsx'
import { heroOf } from '#web/home/hero.ts'

const rows = [
	['Capacidad', '650 ml'],
	['Material', 'Tritan + ABS + PP'],
	['Tamaño', '200 mm x 92 mm'],
	['Carga', 'USB'],
	['Uso', 'Outdoor / gym'],
	['Seguridad', 'Libre de BPA'],
] as const

/** The hero again, in its best encoding and the fallback: four pictures in all encodings would be most of the page's text. */
function drawingOf(color: Color) {
	const hero = heroOf(color)
	return { ...hero, sources: hero.sources.filter(({ type }) => type === 'image/avif') }
}

/** The facts, beside a drawing of the bottle in the chosen colour with its measures. */
export function Specifications() {
	return (
		<section className="section specs" aria-labelledby="especificaciones">
			<div className="specs-drawing" aria-hidden="true">
				{colors.map((color) => (
					<div key={color} data-for={color.toLowerCase()}>
						<Picture picture={drawingOf(color)} sizes="(min-width: 48rem) 460px, 300px" alt="" />
					</div>
				))}
				<span className="measure-tall">200 mm</span>
				<span className="measure-wide">92 mm</span>
			</div>
			<div>
				<h2 id="especificaciones" className="title-l">
					Especificaciones
				</h2>
				<dl className="specs-list">
					{rows.map(([name, value]) => (
						<div key={name}>
							<dt>{name}</dt>
							<dd>{value}</dd>
						</div>
					))}
				</dl>
			</div>
		</section>
	)
}
