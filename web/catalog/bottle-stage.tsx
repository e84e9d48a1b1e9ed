import { type Color, colorSlug, firstColor } from '#domain/catalog/colors.ts'
import { usePageData } from '#web/catalog/page-data.tsx'
import { Picture } from '#web/catalog/picture.tsx'
import { heroPicture } from '#web/catalog/pictures.ts'
import '#web/catalog/bottle-stage.css'

interface BottleStageProps {
	/** The bottles that stand on it, where the shop shows them. One gives the stage its mood. */
	readonly colors?: readonly Color[]
	/** It is there on a phone too, as a band over the content. */
	readonly isBand?: boolean
}

/** The bottle on its stage, beside the content of a `with-stage` page. It says nothing. */
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
