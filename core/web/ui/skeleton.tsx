interface SkeletonProps {
	/** Height close to the final content; `title` is one line. */
	readonly size?: 'title' | 'field' | 'card' | 'section' | 'page'
	readonly className?: string
	readonly label?: string
}

/** Placeholder of loading content. Its text is for screen readers. */
export function Skeleton({ size, className = '', label = 'Cargando…' }: SkeletonProps) {
	return (
		<span className={`skeleton ${className}`} data-size={size} role="status">
			<span className="visually-hidden">{label}</span>
		</span>
	)
}
