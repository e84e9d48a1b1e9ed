/** Stands where something will be. `className` gives its size; the words are for screen readers. */
export function Skeleton({ className = '', label = 'Cargando…' }: { className?: string; label?: string }) {
	return (
		<span className={`skeleton ${className}`} role="status">
			<span className="sr-only">{label}</span>
		</span>
	)
}
