import { dayIn } from '#core/rules/times.ts'
import { type Question, readQuestions } from '#modules/settings/questions.ts'
import type { Settings } from '#modules/settings/settings.ts'

/** The text over a scene of Home's carousel. */
export interface SlideWords {
	readonly titulo: string
	readonly texto: string
}

export interface PageTexts {
	/** A line above every page; undefined without one today. */
	readonly anuncio?: string
	readonly carrusel: readonly SlideWords[]
	readonly preguntas: readonly Question[]
	/** Whether Home shows the reviews. */
	readonly resenas: boolean
}

function announcementOf({ anuncio_texto, anuncio_desde, anuncio_hasta }: Settings, now: Date): string | undefined {
	const today = dayIn(now)
	const hasStarted = anuncio_desde === null || anuncio_desde <= today
	const isOver = anuncio_hasta !== null && anuncio_hasta < today
	return anuncio_texto !== null && hasStarted && !isOver ? anuncio_texto : undefined
}

/** The owner's texts on pages today, in Santiago. */
export function pageTextsOf(settings: Settings, now: Date): PageTexts {
	const anuncio = announcementOf(settings, now)
	return {
		...(anuncio !== undefined && { anuncio }),
		carrusel: [
			{ titulo: settings.carrusel_titulo_1 ?? '', texto: settings.carrusel_texto_1 ?? '' },
			{ titulo: settings.carrusel_titulo_2 ?? '', texto: settings.carrusel_texto_2 ?? '' },
		],
		preguntas: readQuestions(settings.preguntas ?? ''),
		resenas: settings.resenas_visibles,
	}
}
