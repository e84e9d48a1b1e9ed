import { lazy, Suspense } from 'react'
import { Skeleton } from '#core/web/ui/parts.tsx'
import type { ProfileAnswer } from '#modules/accounts/shapes.ts'

// A chunk that only staff load.
const SecondFactor = lazy(() => import('#modules/second-factor/web/second-factor.tsx'))

/** The second factors of staff, and of any account that has one. */
export function FactorSection({ profile }: { profile: ProfileAnswer }) {
	if (!profile.is_staff && !profile.tiene_segundo_factor) return null
	return (
		<section aria-labelledby="segundo-paso">
			<div className="own-head">
				<h2 id="segundo-paso" className="title-m">
					Segundo paso para entrar
				</h2>
			</div>
			<Suspense fallback={<Skeleton size="card" />}>
				<SecondFactor />
			</Suspense>
		</section>
	)
}
