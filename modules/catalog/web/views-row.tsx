import { Fragment, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useModal } from '#core/web/ui/dialogs.tsx'
import { Icon } from '#core/web/ui/parts.tsx'
import { colorSlug, isBuiltIn } from '#modules/catalog/colors.ts'
import type { CatalogColor } from '#modules/catalog/shapes.ts'
import { Film } from '#modules/catalog/web/film.tsx'
import { Picture } from '#modules/catalog/web/picture.tsx'
import { heroPicture, type PictureFiles, squarePicture } from '#modules/catalog/web/pictures.ts'
import { viewHashes } from '#modules/catalog/web/view-hashes.ts'
import '#modules/catalog/web/views-row.css'

interface View {
	readonly title: string
	/** What the picture shows, beside its title. */
	readonly text: string
	readonly picture: PictureFiles
}

const details = [
	['spout', 'Tapa abierta', 'La boquilla para tomar y el asa para llevarlo.'],
	['blade', 'Aspas', 'De acero, en el fondo del vaso, vistas desde arriba.'],
	['usb', 'Carga USB-C', 'El puerto está en la base; el cable viene en la caja.'],
	['size', 'Tamaño', '20 cm de alto y 9,2 cm de ancho, junto a una lata de 350 ml y un teléfono de 15 cm.'],
] as const

/** The views of a colour: its photo or the shop's picture, and for one of the four colours the rendered details. */
export function viewsOf(color: CatalogColor): readonly View[] {
	const front = { title: 'De frente', text: '650 ml, con su escala en el vaso.', picture: heroPicture(color) }
	if (!isBuiltIn(color.color)) return [{ ...front, text: `Color ${color.color}.` }]
	const slug = colorSlug(color.color)
	const rest = details.map(([name, title, text]) => {
		// The test finds each file of each colour.
		const file = `view-${name}-${slug}` as keyof typeof viewHashes
		return { title, text, picture: squarePicture(`${title}, color ${slug}`, file, viewHashes[file]) }
	})
	return [front, ...rest]
}

/** The row of views. A press opens them full screen. */
export default function ViewsRow({ color }: { color: CatalogColor }) {
	const views = viewsOf(color)
	const [opened, setOpened] = useState<number>()
	return (
		<>
			<ul className="views-row">
				{views.map(({ title, picture }, at) => (
					<Fragment key={title}>
						<li>
							<button
								type="button"
								className="view"
								aria-label={`Ver en grande: ${title}`}
								onClick={() => setOpened(at)}
							>
								<Picture picture={picture} sizes="(min-width: 48rem) 16vw, 62vw" alt="" />
								<span>{title}</span>
							</button>
						</li>
						{at === 0 && views.length > 1 && (
							<li>
								<Film />
							</li>
						)}
					</Fragment>
				))}
			</ul>
			{opened !== undefined && <LargeViews views={views} first={opened} onClose={() => setOpened(undefined)} />}
		</>
	)
}

/** The views full screen: swiped, or moved with buttons and arrow keys. The browser's own pinch enlarges them. */
function LargeViews({ views, first, onClose }: { views: readonly View[]; first: number; onClose: () => void }) {
	const dialog = useModal()
	const strip = useRef<HTMLUListElement>(null)
	const [at, setAt] = useState(first)
	const show = (index: number) => strip.current?.scrollTo({ left: index * strip.current.clientWidth })
	useLayoutEffect(() => {
		strip.current?.scrollTo({ left: first * strip.current.clientWidth, behavior: 'instant' })
	}, [first])
	const move = (event: KeyboardEvent) => {
		const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
		if (step === undefined) return
		event.preventDefault()
		show(at + step)
	}
	const view = views[at]
	return (
		<dialog ref={dialog} className="large-views" aria-label="Imágenes del shaker" onClose={onClose} onKeyDown={move}>
			<ul
				ref={strip}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled sideways, by keyboard too
				tabIndex={0}
				onScroll={({ currentTarget }) => setAt(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))}
			>
				{views.map(({ title, picture }, index) => (
					<li key={title} inert={index !== at}>
						<Picture picture={picture} sizes="min(100vw, 100svh)" />
					</li>
				))}
			</ul>
			<div className="large-views-bar">
				<button type="button" className="icon-button" disabled={at === 0} onClick={() => show(at - 1)}>
					<Icon name="left" />
					<span className="visually-hidden">Imagen anterior</span>
				</button>
				<p aria-live="polite">
					<strong>{view?.title}</strong>
					<span>{view?.text}</span>
				</p>
				<button type="button" className="icon-button" disabled={at === views.length - 1} onClick={() => show(at + 1)}>
					<Icon name="right" />
					<span className="visually-hidden">Imagen siguiente</span>
				</button>
			</div>
			<button type="button" className="icon-button large-views-close" onClick={() => dialog.current?.close()}>
				<Icon name="close" />
				<span className="visually-hidden">Cerrar</span>
			</button>
		</dialog>
	)
}
