import { type Color, colorSlug, firstColor } from '#modules/catalog/colors.ts'
import { usePageData } from '#modules/catalog/web/catalog.tsx'
import { Picture } from '#modules/catalog/web/picture.tsx'
import { heroPicture } from '#modules/catalog/web/pictures.ts'
import '#modules/catalog/web/bottle-stage.css'

interface BottleStageProps {
	/** Shown bottles, if in the catalog. A single one sets the colour theme. */
	readonly colors?: readonly Color[]
	/** Also shown on a phone, as a band above the content. */
	readonly isBand?: boolean
}

/** The decorative bottle beside the content of a `with-stage` page. */
export function BottleStage({ colors = [firstColor], isBand = false }: BottleStageProps) {
	const shown = usePageData().colores.filter(({ color }) => colors.includes(color))
	const [only] = colors
	const theme = isBand && colors.length === 1 && only ? { 'data-color': colorSlug(only) } : {}
	return (
		<div className={isBand ? 'bottle-stage bottle-band' : 'bottle-stage'} aria-hidden="true" {...theme}>
			{shown.map((one) => (
				<Picture
					key={one.color}
					picture={heroPicture(one)}
					sizes={isBand ? '(min-width: 64rem) 420px, 180px' : '(min-width: 64rem) 420px, 1px'}
					alt=""
					className="stage-bottle"
					isFirst={isBand}
				/>
			))}
		</div>
	)
}
