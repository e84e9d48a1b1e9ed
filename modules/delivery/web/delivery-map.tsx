import { useEffect, useRef, useState } from 'react'
import { mapPath } from '#modules/delivery/web/map-path.ts'
import '#modules/delivery/web/delivery.css'

interface DeliveryMapProps {
	/** The chosen address; undefined shows all of Santiago. */
	readonly place: { readonly lat: number; readonly lng: number; readonly direccion: string } | undefined
	/** Attribution of the map data. */
	readonly credit: string
}

const dark = '(prefers-color-scheme: dark)'
/** Width up to which the frame is 4:3 (delivery.css). */
const phone = '(max-width: 39.99rem)'

/** The static map of the checkout, with reserved space while it loads. */
export function DeliveryMap({ place, credit }: DeliveryMapProps) {
	const src = mapPath(place)
	const [loaded, setLoaded] = useState<string>()
	const [failed, setFailed] = useState<string>()
	const image = useRef<HTMLImageElement>(null)
	useEffect(() => {
		if (image.current?.complete && image.current.naturalWidth > 0) setLoaded(src)
	}, [src])
	const isReady = loaded === src
	return (
		<figure className="map">
			<div className="map-frame">
				<picture key={src}>
					<source media={`${phone} and ${dark}`} srcSet={mapPath(place, { isDark: true, isNarrow: true })} />
					<source media={phone} srcSet={mapPath(place, { isNarrow: true })} />
					<source media={dark} srcSet={mapPath(place, { isDark: true })} />
					<img
						ref={image}
						src={src}
						alt={place ? `Mapa con ${place.direccion} marcada` : 'Mapa de Santiago'}
						width="720"
						height="360"
						className="map-image"
						data-ready={isReady}
						onLoad={() => setLoaded(src)}
						onError={() => setFailed(src)}
					/>
				</picture>
				{!isReady && (
					<p className="map-waiting" role="status">
						{failed === src ? 'El mapa no está disponible. Puedes seguir sin él.' : 'Cargando mapa...'}
					</p>
				)}
			</div>
			{/* The attribution is drawn into the map itself. */}
			{credit && <figcaption className="visually-hidden">{credit}</figcaption>}
		</figure>
	)
}
