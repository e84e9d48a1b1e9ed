import type { ReactNode } from 'react'
import { heroPictures } from '#web/catalog/pictures.ts'
import { Picture } from '#web/ui/picture.tsx'
import '#web/accounts/accounts.css'

/** The place of login, registration and recovery: the form on paper, and on a wide screen the bottle on its stage beside it. */
export function AccountPage({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
	return (
		<div className="account">
			<div className="account-form">
				<h1 className="title-l">{title}</h1>
				{intro && <p className="text-muted mt-3">{intro}</p>}
				<div className="mt-8">{children}</div>
			</div>
			<div className="account-stage" aria-hidden="true">
				<Picture picture={heroPictures.Negro} sizes="(min-width: 64rem) 420px, 1px" alt="" className="account-bottle" />
			</div>
		</div>
	)
}
