import { EmptyState } from '#core/web/ui/empty-state.tsx'
import { ScreenLink } from '#core/web/ui/screen-link.tsx'
import { useFactors } from '#modules/second-factor/web/use-factors.ts'
import Panel from '#shop/web/panel/panel.tsx'

/** The panel; an account that lacks a required second factor gets the link to set one up. */
export default function PanelUnlessRequired() {
	const { data } = useFactors()
	if (!data?.obligatorio) return <Panel />
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
