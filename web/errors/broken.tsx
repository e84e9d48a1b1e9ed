import { Button, LinkButton } from '#web/ui/button.tsx'

/** What stands in for a screen that failed. */
export function BrokenScreen() {
	return (
		<div className="page">
			<div className="empty-state" role="alert">
				<h1 className="title-l">Algo falló de nuestro lado</h1>
				<p className="text-muted max-w-[44ch]">Tu carrito está a salvo. Prueba de nuevo en un momento.</p>
				<div className="flex flex-wrap justify-center gap-3">
					<Button onClick={() => window.location.reload()}>Reintentar</Button>
					<LinkButton to="/" look="outline">
						Volver al inicio
					</LinkButton>
				</div>
			</div>
		</div>
	)
}
