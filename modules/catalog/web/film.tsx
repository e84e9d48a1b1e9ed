import { useEffect, useRef, useState } from 'react'
import { Icon } from '#core/web/ui/parts.tsx'
import { pictureFile } from '#modules/catalog/colors.ts'
import { viewHashes } from '#modules/catalog/web/view-hashes.ts'

const file = { name: 'film', hash: viewHashes.film, width: 600 }

/** Whether the visitor asks for less motion or fewer bytes. */
function isSparing(): boolean {
	const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData: boolean } }
	return window.matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true
}

/** The silent film of a shake, 5.6 s. It plays while in view, unless `isSparing`; a press plays or stops it. */
export function Film() {
	const video = useRef<HTMLVideoElement>(null)
	const [isPlaying, setPlaying] = useState(false)
	const isStopped = useRef(isSparing())
	useEffect(() => {
		const shown = video.current
		if (!shown) return
		// A browser may refuse to play by itself; the button plays it then.
		const play = () => shown.play().catch(() => undefined)
		const observer = new IntersectionObserver(
			([entry]) => {
				if (!entry?.isIntersecting) shown.pause()
				else if (!isStopped.current) void play()
			},
			{ threshold: 0.5 },
		)
		observer.observe(shown)
		return () => observer.disconnect()
	}, [])
	const toggle = () => {
		isStopped.current = isPlaying
		if (isPlaying) video.current?.pause()
		else void video.current?.play().catch((err: unknown) => console.error('the film could not be played', err))
	}
	return (
		<button
			type="button"
			className="view film"
			aria-label={`${isPlaying ? 'Detener' : 'Ver'} el video sin sonido: Cómo bate`}
			onClick={toggle}
		>
			<video
				ref={video}
				src={pictureFile({ ...file, extension: 'mp4' })}
				poster={pictureFile({ ...file, extension: 'jpg' })}
				width="600"
				height="600"
				muted
				loop
				playsInline
				preload="none"
				onPlay={() => setPlaying(true)}
				onPause={() => setPlaying(false)}
			/>
			<span>Cómo bate</span>
			<Icon name={isPlaying ? 'pause' : 'play'} className="film-state" />
		</button>
	)
}
