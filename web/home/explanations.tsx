import { HowItWorks } from '#web/home/how-it-works.tsx'
import { Reviews } from '#web/home/reviews.tsx'
import { Specifications } from '#web/home/specifications.tsx'

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
