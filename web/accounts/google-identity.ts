import { splitName } from '#domain/accounts/person-name.ts'
import { readTokenPayload } from '#web/session/token-payload.ts'

/** What the browser reads from Google's token to greet the customer. The server verifies the token and believes nothing else. */
export interface GoogleClaims {
	readonly email: string
	readonly nombre: string
	readonly apellido: string
}

/** Reads who a Google ID token speaks of, without checking it. Undefined when it cannot be read. */
export function readGoogleToken(credential: string): GoogleClaims | undefined {
	const { email, name } = readTokenPayload(credential) ?? {}
	if (typeof email !== 'string') return undefined
	return { email, ...splitName(typeof name === 'string' ? name : '') }
}

/** The browsers that apps open pages in, by what they call themselves. On Android a web view of any app says `wv`. */
const apps =
	/FBAN|FBAV|FB_IAB|Instagram|TikTok|musical_ly|BytedanceWebview|Snapchat|Pinterest|LinkedInApp|Twitter|Line\/|; wv\)/

/** Whether an app shows the page in a browser of its own, where Google refuses every sign-in. On iOS such a one is no Safari. */
export function isInsideApp(userAgent: string): boolean {
	return apps.test(userAgent) || (/iPhone|iPad|iPod/.test(userAgent) && !userAgent.includes('Safari/'))
}

/** The part of the provider's script that the shop uses (Google Identity Services, `google.accounts.id`). */
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
		/** What the provider's script brings. */
		readonly google?: { readonly accounts?: { readonly id?: GoogleButtons } }
	}
}

const loads = new Map<string, Promise<GoogleButtons>>()

/** Loads the provider's own script once. Rejects when it does not come, and is tried again the next time. */
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
