import { useFreshCatalog } from '#modules/cart/web/refresh-catalog.ts'
import { usePageData } from '#modules/catalog/web/page-data.tsx'
import { Carousel } from '#modules/home/web/carousel.tsx'
import { Contact } from '#modules/home/web/contact.tsx'
import { HowItWorks } from '#modules/home/web/how-it-works.tsx'
import { Policies } from '#modules/home/web/policies.tsx'
import { Questions } from '#modules/home/web/questions.tsx'
import { Reviews } from '#modules/home/web/reviews.tsx'
import { Specifications } from '#modules/home/web/specifications.tsx'
import { Stage } from '#modules/home/web/stage.tsx'
import { SocialFeed } from '#modules/social/web/social-feed.tsx'

export function HomeScreen() {
	useFreshCatalog()
	const { social } = usePageData()
	return (
		<>
			<Stage />
			<Carousel />
			<div id="explicaciones">
				<HowItWorks />
				<Specifications />
				<Reviews />
			</div>
			<SocialFeed posts={social} />
			<div id="garantias">
				<Questions />
				<Policies />
				<Contact />
			</div>
		</>
	)
}
