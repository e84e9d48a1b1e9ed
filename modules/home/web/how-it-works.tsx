import { Picture } from '#modules/catalog/web/picture.tsx'
import { detailPictures } from '#modules/catalog/web/pictures.ts'

/** Three steps; `picture` is an index of detailPictures. */
const steps = [
	{
		picture: 2,
		title: 'Agrega',
		text: 'Primero el agua o la leche, después el polvo. Caben 650 ml.',
	},
	{
		picture: 1,
		title: 'Bate',
		text: 'Aprieta el botón del anillo y las aspas hacen el resto. Se carga por USB.',
	},
	{ picture: 0, title: 'Toma', text: 'Abre la boquilla y sigue. El asa se engancha a tu bolso o a un dedo.' },
] as const

export function HowItWorks() {
	return (
		<section className="section" aria-labelledby="como-funciona">
			<h2 id="como-funciona" className="title-l">
				Tres gestos y está listo
			</h2>
			<ol className="steps">
				{steps.map((step) => {
					const picture = detailPictures[step.picture]
					return (
						<li key={step.title} className="step">
							{picture && <Picture picture={picture} sizes="(min-width: 48rem) 340px, 38vw" className="step-picture" />}
							<h3 className="title-m">{step.title}</h3>
							<p className="muted">{step.text}</p>
						</li>
					)
				})}
			</ol>
		</section>
	)
}
