import { HowItWorks } from '#web/catalog/how-it-works.tsx'
import { Reviews } from '#web/catalog/reviews.tsx'
import { Specifications } from '#web/catalog/specifications.tsx'

/** What the bottle does, what it is, and what is said of it. */
export default function Explanations() {
	return (
		<>
			<HowItWorks />
			<Specifications />
			<Reviews />
		</>
	)
}
