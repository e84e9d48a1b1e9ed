/** Core Web Vitals with the limits of Google (web.dev/articles/vitals): at most `good`, and above `poor`. */
const limits = {
	/** Largest Contentful Paint, in ms. */
	lcp: { good: 2_500, poor: 4_000 },
	/** Interaction to Next Paint, in ms. */
	inp: { good: 200, poor: 500 },
	/** Cumulative Layout Shift, in thousandths. */
	cls: { good: 100, poor: 250 },
}
export const speeds = ['lcp', 'inp', 'cls'] as const
export type Speed = (typeof speeds)[number]

export const grades = ['buena', 'regular', 'mala'] as const
export type Grade = (typeof grades)[number]

/** The highest value that is reported: ten minutes, or a layout shift of 600. */
export const maxSpeed = 600_000

export function gradeOf(speed: Speed, value: number): Grade {
	const { good, poor } = limits[speed]
	if (value <= good) return 'buena'
	return value <= poor ? 'regular' : 'mala'
}

/** With fewer visits a share says nothing. */
export const minVisits = 20

/** The visits of a speed, and the percentage of good ones (one decimal; null: too few visits). */
export function speedRow(medida: Speed, counts: readonly { medida: Speed; nota: Grade; cantidad: number }[]) {
	const own = counts.filter((row) => row.medida === medida)
	const of = (nota: Grade) => own.reduce((sum, row) => sum + (row.nota === nota ? row.cantidad : 0), 0)
	const [buenas, regulares, malas] = [of('buena'), of('regular'), of('mala')]
	const visitas = buenas + regulares + malas
	const porcentaje = visitas < minVisits ? null : Math.round((buenas / visitas) * 1000) / 10
	return { medida, visitas, buenas, regulares, malas, porcentaje }
}
