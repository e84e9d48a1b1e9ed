/** The logo: the light ring of the bottle's button. */
export function Ring() {
	return (
		<svg className="ring" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
			<circle cx="10" cy="10" r="7.6" fill="none" stroke="currentColor" strokeWidth="3.2" />
		</svg>
	)
}
