import { Button, LinkButton } from '#core/web/ui/button.tsx'
import { Ring } from '#core/web/ui/ring.tsx'

const title = 'Algo falló de nuestro lado'
const comfort = 'Tu carrito está a salvo. Prueba de nuevo en un momento.'

/** Replaces a failed screen. Offline, its code could not load: the message says so. */
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

/** The server's error page: plain links, no scripts. */
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
