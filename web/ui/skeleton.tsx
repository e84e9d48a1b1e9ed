interface SkeletonProps {
	/** About as high as what will be there; a `title` is no wider than one. */
	readonly size?: 'title' | 'field' | 'card' | 'section' | 'page'
	readonly className?: string
	readonly label?: string
}

/** Stands where something will be. The words are for screen readers. */
export function Skeleton({ size, className = '', label = 'Cargando…' }: SkeletonProps) {
	return (
		<span className={`skeleton ${className}`} data-size={size} role="status">
			<span className="visually-hidden">{label}</span>
		</span>
	)
}
