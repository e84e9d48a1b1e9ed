import { useFreshCatalog } from '#web/cart/refresh-catalog.ts'
import { Carousel } from '#web/home/carousel.tsx'
import { Contact } from '#web/home/contact.tsx'
import { HowItWorks } from '#web/home/how-it-works.tsx'
import { Policies } from '#web/home/policies.tsx'
import { Questions } from '#web/home/questions.tsx'
import { Reviews } from '#web/home/reviews.tsx'
import { Specifications } from '#web/home/specifications.tsx'
import { Stage } from '#web/home/stage.tsx'
import { SocialFeed } from '#web/social/social-feed.tsx'

export function HomeScreen() {
	useFreshCatalog()
	return (
		<>
			<Stage />
			<Carousel />
			<div id="explicaciones">
				<HowItWorks />
				<Specifications />
				<Reviews />
			</div>
			<SocialFeed />
			<div id="garantias">
				<Questions />
				<Policies />
				<Contact />
			</div>
		</>
	)
}
