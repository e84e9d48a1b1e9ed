import { useEffect, useRef, useState } from 'react'
import { mapPath } from '#web/delivery/map-path.ts'
import '#web/delivery/delivery.css'

interface DeliveryMapProps {
	/** The address that was chosen; undefined: Santiago as a whole. */
	readonly place: { readonly lat: number; readonly lng: number; readonly direccion: string } | undefined
	/** Whom the map's data is owed to. */
	readonly credit: string
}

/** The still map of the checkout. It keeps its place while it is drawn. */
export function DeliveryMap({ place, credit }: DeliveryMapProps) {
	const src = mapPath(place, false)
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
					<source media="(prefers-color-scheme: dark)" srcSet={mapPath(place, true)} />
					<img
						ref={image}
						src={src}
						alt={place ? `Mapa con ${place.direccion} marcada` : 'Mapa de Santiago'}
						width="640"
						height="320"
						className={isReady ? 'map-image' : 'map-image opacity-0'}
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
			{credit && <figcaption className="map-credit">{credit}</figcaption>}
		</figure>
	)
}
