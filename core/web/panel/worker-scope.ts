// The panel's service worker: `modules/lists/web/panel-worker.ts` lists its parts. It shares no imports with pages, so that it
// stays one small file.

interface PanelWindow {
	readonly url: string
	navigate(url: string): Promise<unknown>
	focus(): Promise<unknown>
}

export interface ExtendableEventLike {
	waitUntil(work: Promise<unknown>): void
}

export interface FetchEventLike {
	readonly request: Request
	respondWith(answer: Promise<Response>): void
}

/** The used part of ServiceWorkerGlobalScope, because the DOM types are loaded instead of the worker's. */
interface WorkerScope {
	addEventListener<E extends ExtendableEventLike | FetchEventLike = ExtendableEventLike>(
		type: string,
		listener: (event: E) => void,
	): void
	/** The files of the page that works offline, in this release; the server prepends them to this script (web-build.ts). */
	readonly offlineFiles: { readonly version: string; readonly paths: readonly string[] }
	readonly location: { readonly origin: string }
	readonly registration: ServiceWorkerRegistration
	readonly clients: {
		claim(): Promise<void>
		matchAll(options: { type: 'window' }): Promise<readonly PanelWindow[]>
		openWindow(url: string): Promise<unknown>
	}
	skipWaiting(): Promise<void>
}

export const worker = self as unknown as WorkerScope
export const panelPath = '/perfil'

worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
