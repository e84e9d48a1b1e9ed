/** Three fixed examples, labelled as such, not as customers' opinions. */
const reviews = [
	{
		name: 'Camila R.',
		place: 'Ñuñoa',
		text: 'Queda sin grumos en segundos. Lo uso todas las mañanas antes del trabajo.',
	},
	{
		name: 'Matías F.',
		place: 'Maipú',
		text: 'Lo cargo con el mismo cable del notebook y cabe en el bolsillo de la mochila.',
	},
	{ name: 'Antonia V.', place: 'Providencia', text: 'El vaso no toma olor y se lava fácil. El rosado es precioso.' },
] as const

export function Reviews() {
	return (
		<section className="section" aria-labelledby="resenas">
			<div className="section-head">
				<h2 id="resenas" className="title-l">
					Reseñas
				</h2>
				<p className="muted small">Reseñas de muestra</p>
			</div>
			<ul className="reviews">
				{reviews.map((review) => (
					<li key={review.name}>
						<p className="stars" role="img" aria-label="5 de 5 estrellas">
							★★★★★
						</p>
						<blockquote>{review.text}</blockquote>
						<p className="small muted">{`${review.name} · ${review.place}`}</p>
					</li>
				))}
			</ul>
		</section>
	)
}
