import { Component, type ErrorInfo, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Button, LinkButton } from '#core/web/ui/buttons.tsx'
import { Ring } from '#core/web/ui/parts.tsx'

interface Props {
	readonly children: ReactNode
	/** Current location; a change resets the error. */
	readonly place: string
}

class Boundary extends Component<Props, { broken: boolean }> {
	override state = { broken: false }

	static getDerivedStateFromError() {
		return { broken: true }
	}

	override componentDidCatch(error: Error, info: ErrorInfo) {
		console.error('a screen failed', error, info.componentStack)
	}

	override componentDidUpdate(before: Props, { broken }: { broken: boolean }) {
		if (broken && before.place !== this.props.place) this.setState({ broken: false })
	}

	override render() {
		return this.state.broken ? <BrokenScreen /> : this.props.children
	}
}

/** Limits the failure of a screen to its content, so header, footer and cart work. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
	const { pathname } = useLocation()
	return <Boundary place={pathname}>{children}</Boundary>
}

const title = 'Algo falló de nuestro lado'
const comfort = 'Tu carrito está a salvo. Prueba de nuevo en un momento.'

/** Replaces a failed screen. Offline, its code could not load: the message says so. */
function BrokenScreen() {
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
