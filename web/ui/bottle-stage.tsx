import { firstColor } from '#domain/catalog/colors.ts'
import { heroPictures } from '#web/catalog/pictures.ts'
import { Picture } from '#web/ui/picture.tsx'
import '#web/ui/bottle-stage.css'

/** The bottle on its stage, beside the content of a `with-stage` page. It is there on wide screens only and says nothing. */
export function BottleStage() {
	return (
		<div className="bottle-stage" aria-hidden="true">
			<Picture
				picture={heroPictures[firstColor]}
				sizes="(min-width: 64rem) 420px, 1px"
				alt=""
				className="stage-bottle"
			/>
		</div>
	)
}
