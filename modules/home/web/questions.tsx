import { Icon } from '#core/web/ui/icon.tsx'
import { usePageData } from '#modules/catalog/web/page-data.tsx'
import { questionsOf } from '#modules/home/web/questions-text.ts'

/** Frequent questions as `details`, which work without scripts. */
export function Questions() {
	const data = usePageData()
	return (
		<section className="section columns" id="preguntas-frecuentes" aria-labelledby="preguntas-titulo">
			<h2 id="preguntas-titulo" className="title-l">
				Preguntas frecuentes
			</h2>
			<div className="questions">
				{questionsOf(data).map(({ pregunta, respuesta }) => (
					<details key={pregunta}>
						<summary>
							<span>{pregunta}</span>
							<Icon name="plus" />
						</summary>
						<p className="muted">{respuesta}</p>
					</details>
				))}
			</div>
		</section>
	)
}
