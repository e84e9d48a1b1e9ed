import type { ReactNode } from 'react'
import { EmptyState } from '#core/web/ui/empty-state.tsx'
import { ScreenLink } from '#core/web/ui/screen-link.tsx'
import type { PanelGate } from '#modules/accounts/web/account-parts.ts'
import { useFactors } from '#modules/second-factor/web/use-factors.ts'

function UnlessRequired({ children }: { children: ReactNode }) {
	const { data } = useFactors()
	if (!data?.obligatorio) return children
	return (
		<EmptyState
			title="Falta tu segundo paso"
			action={
				<ScreenLink to="/perfil" className="button button-solid">
					Ir a mi perfil
				</ScreenLink>
			}
		>
			Para usar el panel, agrega en tu perfil un segundo paso para entrar.
		</EmptyState>
	)
}

/** The panel; an account that lacks a required second factor gets the link to set one up. */
export const RequiredFactor: PanelGate = ({ hasSecondFactor, children }) =>
	hasSecondFactor ? children : <UnlessRequired>{children}</UnlessRequired>
