import { useEffect, useRef, useState } from 'react'
import { Icon } from '#core/web/ui/parts.tsx'
import { usePageData } from '#modules/catalog/web/catalog.tsx'
import { Picture } from '#modules/catalog/web/picture.tsx'
import { carouselSlides } from '#modules/catalog/web/pictures.ts'

const intervalMs = 6000
const nearMs = 2500

/** Advances automatically unless the visitor reads, points at or stops it, or prefers reduced motion. */
function useAutoplay(isPaused: boolean, next: () => void): void {
	const latest = useRef(next)
	latest.current = next
	useEffect(() => {
		if (isPaused || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
		const timer = setInterval(() => {
			if (!document.hidden) latest.current()
		}, intervalMs)
		return () => clearInterval(timer)
	}, [isPaused])
}

interface CarouselButtonsProps {
	readonly isStopped: boolean
	readonly onStop: () => void
	/** Moves by this number of slides; negative moves back. */
	readonly onGo: (step: number) => void
}

function CarouselButtons({ isStopped, onStop, onGo }: CarouselButtonsProps) {
	return (
		<div className="carousel-buttons">
			<button type="button" className="icon-button" onClick={onStop}>
				<Icon name={isStopped ? 'play' : 'pause'} />
				<span className="visually-hidden">{isStopped ? 'Reanudar carrusel' : 'Pausar carrusel'}</span>
			</button>
			<button type="button" className="icon-button" onClick={() => onGo(-1)}>
				<Icon name="left" />
				<span className="visually-hidden">Lámina anterior</span>
			</button>
			<button type="button" className="icon-button" onClick={() => onGo(1)}>
				<Icon name="right" />
				<span className="visually-hidden">Lámina siguiente</span>
			</button>
		</div>
	)
}

export function Carousel() {
	const [shown, setShown] = useState(0)
	const [isNear, setNear] = useState(false)
	const [isStopped, setStopped] = useState(false)
	const [isInteracting, setInteracting] = useState(false)
	const { carrusel } = usePageData()
	const count = carouselSlides.length
	const go = (step: number) => {
		setNear(true)
		setShown((now) => (now + step + count) % count)
	}
	useAutoplay(isStopped || isInteracting, () => go(1))
	// The second picture loads after the first view is complete.
	useEffect(() => {
		const timer = setTimeout(() => setNear(true), nearMs)
		return () => clearTimeout(timer)
	}, [])
	return (
		<section
			id="carrusel"
			className="carousel"
			aria-roledescription="carrusel"
			aria-label="El shaker en tu día"
			onPointerEnter={() => setInteracting(true)}
			onPointerLeave={() => setInteracting(false)}
			onFocus={() => setInteracting(true)}
			onBlur={() => setInteracting(false)}
		>
			<div className="slides" aria-live={isStopped ? 'polite' : 'off'}>
				{carouselSlides.map((slide, index) => (
					<figure
						key={slide.fallback}
						className={`slide slide-${index}`}
						data-shown={index === shown}
						hidden={index !== shown && !isNear}
						aria-hidden={index !== shown}
						aria-roledescription="lámina"
					>
						<Picture picture={slide} sizes="(min-width: 75rem) 1160px, 100vw" />
						<figcaption>
							<span className="title-l">{carrusel[index]?.titulo}</span>
							<span>{carrusel[index]?.texto}</span>
						</figcaption>
					</figure>
				))}
			</div>
			<CarouselButtons isStopped={isStopped} onStop={() => setStopped(!isStopped)} onGo={go} />
		</section>
	)
}
