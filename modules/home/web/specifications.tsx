import { colorSlug } from '#modules/catalog/colors.ts'
import type { CatalogColor } from '#modules/catalog/shapes/page-data.ts'
import { usePageData } from '#modules/catalog/web/page-data.tsx'
import { Picture } from '#modules/catalog/web/picture.tsx'
import { heroOf } from '#modules/home/web/hero.ts'

const rows = [
	['Capacidad', '650 ml'],
	['Material', 'Tritan + ABS + PP'],
	['Tamaño', '200 mm x 92 mm'],
	['Carga', 'USB'],
	['Uso', 'Outdoor / gym'],
	['Seguridad', 'Libre de BPA'],
] as const

/** The hero picture in its best encoding and the fallback only: four pictures in all encodings would dominate the HTML. */
function drawingOf(color: CatalogColor) {
	const hero = heroOf(color)
	return { ...hero, sources: hero.sources.filter(({ type }) => type === 'image/avif') }
}

/** Measures placed on the shop's own pictures; in a photo the bottle's position is unknown. */
function Measures() {
	return (
		<>
			<span className="measure-tall">200 mm</span>
			<span className="measure-wide">92 mm</span>
		</>
	)
}

/** The specifications beside a drawing of the bottle with its measures. */
export function Specifications() {
	const { colores } = usePageData()
	return (
		<section className="section specs" aria-labelledby="especificaciones">
			<div className="specs-drawing" aria-hidden="true">
				{colores.map((color) => (
					<div key={color.color} data-for={colorSlug(color.color)}>
						<Picture picture={drawingOf(color)} sizes="(min-width: 48rem) 460px, 300px" alt="" />
						{color.foto === undefined && <Measures />}
					</div>
				))}
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
