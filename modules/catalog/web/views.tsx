import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { isBuiltIn } from '#modules/catalog/colors.ts'
import { usePageData, useSelectedColor } from '#modules/catalog/web/catalog.tsx'

const ViewsRow = lazy(() => import('#modules/catalog/web/views-row.tsx'))

/** The chosen colour from all sides. Script and pictures load when the row, whose room is reserved, comes into view. */
export function Views() {
	const { colores } = usePageData()
	const [selected] = useSelectedColor()
	const [isSeen, setSeen] = useState(false)
	const place = useRef<HTMLElement>(null)
	useEffect(() => {
		const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
			rootMargin: '-1px',
		})
		if (place.current) observer.observe(place.current)
		return () => observer.disconnect()
	}, [])
	const color = colores.find((one) => one.color === selected)
	const room = (
		<ul className="views-row" aria-hidden="true">
			{Array.from({ length: isBuiltIn(selected) ? 6 : 1 }, (_, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: empty places
				<li key={at} />
			))}
		</ul>
	)
	return (
		<section ref={place} className="section views" aria-labelledby="de-cerca">
			<h2 id="de-cerca" className="title-m">
				Míralo de cerca
			</h2>
			<Suspense fallback={room}>{isSeen && color ? <ViewsRow color={color} /> : room}</Suspense>
		</section>
	)
}
