import '#modules/checkout/web/confirmation.css'

/** Placeholder while a confirmation loads. */
export function Confirming() {
	return (
		<section className="confirmation">
			<span className="confirmation-mark tone-info">
				<span className="spinner" />
			</span>
			<div className="confirmation-lines" role="status">
				<h1 className="title-l">Confirmando tu orden...</h1>
			</div>
		</section>
	)
}
