/** The panel's own pages: Home and the rest of the shop have no worker. */
export const workerScope = '/perfil'

/** Has the browser run the panel's service worker; anew, where the shop has a newer one. */
export async function registerPanelWorker(): Promise<ServiceWorkerRegistration> {
	await navigator.serviceWorker.register('/panel-sw.js', { scope: workerScope, updateViaCache: 'none' })
	return await navigator.serviceWorker.ready
}
