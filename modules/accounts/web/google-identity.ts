import { splitName } from '#core/rules/person-name.ts'
import { readTokenPayload } from '#core/web/session/token-payload.ts'

/** Claims read from Google's token to greet the customer. The server verifies the token itself. */
export interface GoogleClaims {
	readonly email: string
	readonly nombre: string
	readonly apellido: string
}

/** Reads the claims of a Google ID token without verifying it; undefined when malformed. */
export function readGoogleToken(credential: string): GoogleClaims | undefined {
	const { email, name } = readTokenPayload(credential) ?? {}
	if (typeof email !== 'string') return undefined
	return { email, ...splitName(typeof name === 'string' ? name : '') }
}

/** User agents of in-app browsers. On Android every WebView contains `wv`. */
const apps =
	/FBAN|FBAV|FB_IAB|Instagram|TikTok|musical_ly|BytedanceWebview|Snapchat|Pinterest|LinkedInApp|Twitter|Line\/|; wv\)/

/** Returns whether the page is in an in-app browser, where Google refuses every sign-in. On iOS its user agent lacks Safari. */
export function isInsideApp(userAgent: string): boolean {
	return apps.test(userAgent) || (/iPhone|iPad|iPod/.test(userAgent) && !userAgent.includes('Safari/'))
}

/** The used part of Google Identity Services (`google.accounts.id`). */
export interface GoogleButtons {
	initialize(options: {
		client_id: string
		nonce: string
		ux_mode: 'popup'
		callback: (answer: { credential: string }) => void
	}): void
	renderButton(place: HTMLElement, look: Readonly<Record<string, string | number>>): void
}

declare global {
	interface Window {
		/** Global object of Google's script. */
		readonly google?: { readonly accounts?: { readonly id?: GoogleButtons } }
	}
}

const loads = new Map<string, Promise<GoogleButtons>>()

/** Loads Google's script once. Rejects when loading fails; the next call retries. */
export function loadGoogle(scriptUrl: string): Promise<GoogleButtons> {
	const known = loads.get(scriptUrl)
	if (known) return known
	const loading = new Promise<GoogleButtons>((resolve, reject) => {
		const script = document.createElement('script')
		script.src = scriptUrl
		script.async = true
		script.onload = () => {
			const buttons = window.google?.accounts?.id
			if (buttons) resolve(buttons)
			else reject(new Error('the sign-in script brought no sign-in'))
		}
		script.onerror = () => reject(new Error('the sign-in script could not be loaded'))
		document.head.append(script)
	})
	loads.set(scriptUrl, loading)
	loading.catch(() => loads.delete(scriptUrl))
	return loading
}
