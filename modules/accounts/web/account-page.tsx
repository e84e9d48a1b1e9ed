import type { ReactNode, RefObject } from 'react'
import { BottleStage } from '#modules/catalog/web/bottle-stage.tsx'
import '#modules/accounts/web/accounts.css'

interface AccountPageProps {
	readonly title: string
	/** Receives the focus when the screen opens. */
	readonly titleRef?: RefObject<HTMLHeadingElement | null>
	readonly intro?: ReactNode
	readonly children: ReactNode
}

/** Layout of login, registration and recovery: the form, and on wide screens the bottle beside it. */
export function AccountPage({ title, titleRef, intro, children }: AccountPageProps) {
	return (
		<div className="with-stage">
			<div className="account-form">
				<h1 ref={titleRef} className="title-l">
					{title}
				</h1>
				{intro && <p className="muted above-s">{intro}</p>}
				<div className="above-xl">{children}</div>
			</div>
			<BottleStage />
		</div>
	)
}
