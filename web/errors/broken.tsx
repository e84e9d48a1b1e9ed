import { Ring } from '#web/shell/ring.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'

const title = 'Algo falló de nuestro lado'
const comfort = 'Tu carrito está a salvo. Prueba de nuevo en un momento.'

/** What stands in for a screen that failed. Without a connection its code could not come: that is not the shop's fault. */
export function BrokenScreen() {
	return (
		<div className="page">
			<div className="empty-state stack loose" role="alert">
				<h1 className="title-l">{navigator.onLine ? title : 'No tienes conexión'}</h1>
				<p className="muted narrow">{comfort}</p>
				<div className="row centered">
					<Button onClick={() => window.location.reload()}>Reintentar</Button>
					<LinkButton to="/" look="outline">
						Volver al inicio
					</LinkButton>
				</div>
			</div>
		</div>
	)
}

/** What the server sends when it cannot render a page at all: plain links, no scripts. */
export function BrokenPage() {
	return (
		<>
			<header className="bar">
				<a href="/" className="wordmark">
					<Ring />
					Premium Shaker
				</a>
			</header>
			<main className="page">
				<div className="empty-state stack loose">
					<h1 className="title-l">{title}</h1>
					<p className="muted narrow">{comfort}</p>
					<a href="/" className="button button-solid">
						Volver al inicio
					</a>
				</div>
			</main>
		</>
	)
}
