import type { PictureFiles } from '#web/catalog/pictures.ts'

interface PictureProps {
	readonly picture: PictureFiles
	/** How wide it is shown, in the words of the `sizes` attribute. */
	readonly sizes: string
	readonly className?: string
	/** The picture that the first view is waiting for. */
	readonly isFirst?: boolean
	/** Empty for a picture that says nothing new. */
	readonly alt?: string
}

const srcSetOf = (files: readonly { width: number; src: string }[]) =>
	files.map((file) => `${file.src} ${file.width}w`).join(', ')

/** The class of a picture's blurred first look (placeholders.css), which is named after its files. */
const firstLookOf = (fallback: string) => /([a-z-]+)-\d+\.\w+\.\w+$/.exec(fallback)?.[1] ?? ''

/** A picture in the best encoding that the browser reads, with its space reserved and a blurred first look in it. */
export function Picture({ picture, sizes, className, isFirst = false, alt = picture.alt }: PictureProps) {
	return (
		<picture>
			{picture.sources.map((source) => (
				<source
					key={`${source.type} ${source.media ?? ''}`}
					type={source.type}
					media={source.media}
					width={source.width}
					height={source.height}
					srcSet={srcSetOf(source.srcset)}
					sizes={sizes}
				/>
			))}
			<img
				src={picture.fallback}
				alt={alt}
				width={picture.width}
				height={picture.height}
				className={`picture-${firstLookOf(picture.fallback)} ${className ?? ''}`}
				decoding="async"
				{...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
			/>
		</picture>
	)
}
