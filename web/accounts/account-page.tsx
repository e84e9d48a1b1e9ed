import type { ReactNode } from 'react'
import { BottleStage } from '#web/ui/bottle-stage.tsx'
import '#web/accounts/accounts.css'

/** The place of login, registration and recovery: the form on paper, and on a wide screen the bottle on its stage beside it. */
export function AccountPage({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
	return (
		<div className="with-stage">
			<div className="account-form">
				<h1 className="title-l">{title}</h1>
				{intro && <p className="text-muted mt-3">{intro}</p>}
				<div className="mt-8">{children}</div>
			</div>
			<BottleStage />
		</div>
	)
}
