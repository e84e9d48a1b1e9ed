import { usePageData } from '#web/catalog/page-data.tsx'
import { questionsOf } from '#web/home/questions-text.ts'
import { Icon } from '#web/ui/icon.tsx'

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
