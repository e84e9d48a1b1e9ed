import { type ComponentType, lazy } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

/** Stands where a part of the panel could not be fetched. */
function Unfetched() {
	return (
		<div className="stack loose from-start">
			<Alert>No pudimos abrir esta parte: revisa tu conexión.</Alert>
			<Button look="outline" onClick={() => window.location.reload()}>
				Reintentar
			</Button>
		</div>
	)
}

/** What is seen while a part of the panel is on its way. */
export function PartLoading() {
	return (
		<p role="status" className="staff-waiting">
			Cargando panel...
		</p>
	)
}

/** A part of the panel whose code is fetched when it is shown. Without a connection it says so, and the rest stays usable. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
	return lazy(async () => {
		try {
			return { default: await load() }
		} catch (error) {
			console.warn('a part of the panel could not be fetched', error)
			return { default: Unfetched as ComponentType<Props> }
		}
	}) as unknown as ComponentType<Props>
}
