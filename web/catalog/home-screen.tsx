import { lazy } from 'react'
import { Carousel } from '#web/catalog/carousel.tsx'
import { Kept } from '#web/catalog/kept.tsx'
import { Stage } from '#web/catalog/stage.tsx'
import { SocialFeed } from '#web/social/social-feed.tsx'

const Explanations = lazy(() => import('#web/catalog/explanations.tsx'))
const Assurances = lazy(() => import('#web/catalog/assurances.tsx'))

/** Home: the product's own page. Only what can be used comes alive in the browser. */
export function HomeScreen() {
	return (
		<>
			<Stage />
			<Carousel />
			<Kept name="explicaciones" Parts={Explanations} />
			<SocialFeed />
			<Kept name="garantias" Parts={Assurances} />
		</>
	)
}
