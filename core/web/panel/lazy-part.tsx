import { type ComponentType, lazy } from 'react'
import { Alert } from '#core/web/ui/alert.tsx'
import { Button } from '#core/web/ui/button.tsx'

function LoadFailed() {
	return (
		<div className="stack loose from-start">
			<Alert>No pudimos abrir esta parte: revisa tu conexión.</Alert>
			<Button look="outline" onClick={() => window.location.reload()}>
				Reintentar
			</Button>
		</div>
	)
}

export function PartLoading() {
	return (
		<p role="status" className="staff-waiting">
			Cargando panel...
		</p>
	)
}

/** Returns a lazy component that shows an error with a retry when its chunk cannot be loaded. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
	return lazy(async () => {
		try {
			return { default: await load() }
		} catch (error) {
			console.warn('a part of the panel could not be fetched', error)
			return { default: LoadFailed as ComponentType<Props> }
		}
	}) as unknown as ComponentType<Props>
}
