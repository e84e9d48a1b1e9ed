import { useEffect, useRef } from 'react'
import { call } from '#core/web/session/api.ts'
import { createGoogleNonce } from '#modules/accounts/endpoints.ts'
import { isInsideApp, loadGoogle } from '#modules/accounts/web/google-identity.ts'

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

/** The sign-in button rendered by Google's script. */
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
