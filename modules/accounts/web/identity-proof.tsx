import { useEffect, useRef, useState } from 'react'
import { splitName } from '#core/rules/person-data.ts'
import { readTokenPayload } from '#core/web/session/account.ts'
import { call } from '#core/web/session/api.ts'
import { PasswordField } from '#core/web/ui/fields.tsx'
import { createGoogleNonce } from '#modules/accounts/endpoints.ts'

export type IdentityProof = { readonly password: string } | { readonly credential: string }

/** Password field of such a form; an account with Google login alone has none. */
export function PasswordAgain({ error }: { error: string | undefined }) {
	return (
		<PasswordField
			label="Contraseña actual"
			name="password"
			autoComplete="current-password"
			required
			data-missing="Ingresa tu contraseña actual."
			error={error}
		/>
	)
}

export function ProveWithGoogle({ onProof }: { onProof: (proof: IdentityProof) => void }) {
	const [isAbsent, setAbsent] = useState(false)
	return (
		<div className="stack">
			<p>{isAbsent ? 'Google no está disponible ahora. Intenta más tarde.' : 'Confirma con Google que eres tú.'}</p>
			{!isAbsent && (
				<GoogleButton onCredential={(credential) => onProof({ credential })} onAbsent={() => setAbsent(true)} />
			)}
		</div>
	)
}

/** Reason for a missing button: Google is off, its script failed to load, or the page is in an app's browser. */
export type GoogleAbsence = 'not_offered' | 'inside_app'

/** Renders Google's button with a nonce of this browser. Returns the reason when it cannot. */
async function drawButton(
	place: HTMLElement,
	onCredential: (credential: string) => void,
): Promise<GoogleAbsence | undefined> {
	const setUp = await call(createGoogleNonce)
	if (!setUp.ok) throw new Error(`sign-in could not be set up: ${setUp.status} ${setUp.code}`)
	if (!setUp.data.disponible) return 'not_offered'
	if (isInsideApp(navigator.userAgent)) return 'inside_app'
	const google = await loadGoogle(setUp.data.script_url)
	google.initialize({
		client_id: setUp.data.client_id,
		nonce: setUp.data.nonce,
		ux_mode: 'popup',
		callback: ({ credential }) => onCredential(credential),
	})
	place.replaceChildren()
	const width = Math.min(400, Math.max(200, Math.floor(place.clientWidth)))
	const look = { type: 'standard', theme: 'outline', size: 'large', shape: 'pill', locale: 'es-419' }
	google.renderButton(place, { ...look, width })
	return undefined
}

interface GoogleButtonProps {
	readonly onCredential: (credential: string) => void
	readonly onAbsent: (absence: GoogleAbsence) => void
}

export function GoogleButton(props: GoogleButtonProps) {
	const place = useRef<HTMLDivElement>(null)
	const latest = useRef(props)
	useEffect(() => {
		latest.current = props
	})
	useEffect(() => {
		const element = place.current
		if (!element) return
		drawButton(element, (credential) => latest.current.onCredential(credential)).then(
			(absence) => {
				if (absence) latest.current.onAbsent(absence)
			},
			(error: unknown) => {
				console.error('Google sign-in is not there', error)
				latest.current.onAbsent('not_offered')
			},
		)
	}, [])
	return <div ref={place} className="google" />
}

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
interface GoogleButtons {
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
		readonly google?: { readonly accounts?: { readonly id?: GoogleButtons } }
	}
}

const loads = new Map<string, Promise<GoogleButtons>>()

/** Loads Google's script once. Rejects when loading fails; the next call retries. */
function loadGoogle(scriptUrl: string): Promise<GoogleButtons> {
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
