/** Scope of the service worker: the shop's other pages have none. */
export const workerScope = '/perfil'

/** Registers the panel's service worker, or updates it. */
export async function registerPanelWorker(): Promise<ServiceWorkerRegistration> {
	await navigator.serviceWorker.register('/panel-sw.js', { scope: workerScope, updateViaCache: 'none' })
	return await navigator.serviceWorker.ready
}
