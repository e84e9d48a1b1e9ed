import { Carousel } from '#web/catalog/carousel.tsx'
import { useFreshCatalog } from '#web/catalog/catalog-store.ts'
import { loadAssurances, loadExplanations } from '#web/catalog/home-parts.ts'
import { Kept } from '#web/catalog/kept.tsx'
import { Stage } from '#web/catalog/stage.tsx'
import { SocialFeed } from '#web/social/social-feed.tsx'

/** Home: the product's own page. Only what can be used comes alive in the browser. */
export function HomeScreen() {
	useFreshCatalog()
	return (
		<>
			<Stage />
			<Carousel />
			<Kept name="explicaciones" load={loadExplanations} />
			<SocialFeed />
			<Kept name="garantias" load={loadAssurances} />
		</>
	)
}
