import type { PictureFiles } from '#modules/catalog/web/pictures.ts'

interface PictureProps {
	readonly picture: PictureFiles
	readonly sizes: string
	readonly className?: string
	/** True for the LCP image. */
	readonly isFirst?: boolean
	/** Empty for a decorative picture. */
	readonly alt?: string
}

const srcSetOf = (files: readonly { width: number; src: string }[]) =>
	files.map((file) => `${file.src} ${file.width}w`).join(', ')

/** Returns the class of a picture's blurred placeholder (placeholders.css), named after its files. */
const firstLookOf = (fallback: string) => /([a-z-]+)-\d+\.\w+\.\w+$/.exec(fallback)?.[1] ?? ''

/** A picture in the best supported encoding, with reserved space and a blurred placeholder. */
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
