import { useEffect, useRef, useState } from 'react'
import '#modules/delivery/web/delivery.css'
import { addressOf } from '#core/contract/endpoint.ts'
import { drawMap } from '#modules/delivery/endpoints.ts'

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

interface MapLook {
	readonly isDark?: boolean
	/** A smaller map for phones, with legible street names. */
	readonly isNarrow?: boolean
}

/** Path of the rendered map: Santiago at zoom 12, or a place at zoom 16 with its marker. */
export function mapPath(place: { lat: number; lng: number } | undefined, look: MapLook = {}): string {
	return addressOf(drawMap, {
		query: {
			lat: place?.lat,
			lng: place?.lng,
			zoom: place ? '16' : '12',
			oscuro: look.isDark ? '1' : undefined,
			formato: look.isNarrow ? 'angosto' : undefined,
		},
	})
}
