import { useFreshCatalog } from '#web/cart/refresh-catalog.ts'
import { Carousel } from '#web/home/carousel.tsx'
import { loadAssurances, loadExplanations } from '#web/home/home-parts.ts'
import { Stage } from '#web/home/stage.tsx'
import { StaticIsland } from '#web/home/static-island.tsx'
import { SocialFeed } from '#web/social/social-feed.tsx'

/** Home: the product's own page. Only what can be used is hydrated in the browser. */
export function HomeScreen() {
	useFreshCatalog()
	return (
		<>
			<Stage />
			<Carousel />
			<StaticIsland name="explicaciones" load={loadExplanations} />
			<SocialFeed />
			<StaticIsland name="garantias" load={loadAssurances} />
		</>
	)
}
