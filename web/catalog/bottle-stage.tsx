import { type Color, firstColor } from '#domain/catalog/colors.ts'
import { Picture } from '#web/catalog/picture.tsx'
import { heroPictures } from '#web/catalog/pictures.ts'
import '#web/catalog/bottle-stage.css'

interface BottleStageProps {
	/** The bottles that stand on it. One gives the stage its mood. */
	readonly colors?: readonly Color[]
	/** It is there on a phone too, as a band over the content. */
	readonly isBand?: boolean
}

/** The bottle on its stage, beside the content of a `with-stage` page. It says nothing. */
export function BottleStage({ colors = [firstColor], isBand = false }: BottleStageProps) {
	const [only] = colors
	const mood = isBand && colors.length === 1 && only ? { 'data-color': only.toLowerCase() } : {}
	return (
		<div className={isBand ? 'bottle-stage bottle-band' : 'bottle-stage'} aria-hidden="true" {...mood}>
			{colors.map((color) => (
				<Picture
					key={color}
					picture={heroPictures[color]}
					sizes={isBand ? '(min-width: 64rem) 420px, 180px' : '(min-width: 64rem) 420px, 1px'}
					alt=""
					className="stage-bottle"
					isFirst={isBand}
				/>
			))}
		</div>
	)
}
