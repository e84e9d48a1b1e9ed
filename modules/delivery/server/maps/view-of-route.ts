import { type Route, viewAround } from '@premium-shaker/maps'
import type { MapView } from './maps.ts'

/** The largest zoom of a picture that shows a whole route, drawn over it. */
export function viewOfRoute(
	route: Route,
	{ width, height, dark }: Pick<MapView, 'width' | 'height' | 'dark'>,
): MapView {
	const size = { width, height }
	const shown = [route.start, ...route.stops, ...route.line]
	return { ...viewAround(shown, size), ...size, marker: false, dark, route }
}
