import { LinkButton } from '#core/web/ui/buttons.tsx'

export default function NotFoundScreen() {
	return (
		<div className="page">
			<div className="empty-state stack loose">
				<p className="lost" aria-hidden="true">
					404
				</p>
				<h1 className="title-l">Aquí no hay nada que batir</h1>
				<p className="muted narrow">
					La página que buscas no existe o cambió de dirección. El shaker sigue donde siempre.
				</p>
				<LinkButton to="/">Volver al inicio</LinkButton>
			</div>
		</div>
	)
}
