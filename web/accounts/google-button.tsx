import { useEffect, useRef } from 'react'
import type { GoogleNonceAnswer } from '#contract/accounts/login-google.ts'
import { loadGoogle } from '#web/accounts/google-identity.ts'
import { callApi } from '#web/session/api.ts'

/** Draws the provider's own button into a place, with a nonce that is good for this browser only. False: it is not offered. */
async function drawButton(place: HTMLElement, onCredential: (credential: string) => void): Promise<boolean> {
	const setUp = await callApi<GoogleNonceAnswer>('/api/login-google/nonce/')
	if (!setUp.ok) throw new Error(`sign-in could not be set up: ${setUp.status} ${setUp.code}`)
	if (!setUp.data.disponible) return false
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
	return true
}

interface GoogleButtonProps {
	readonly onCredential: (credential: string) => void
	/** The shop runs without Google, or its script does not come. */
	readonly onAbsent: () => void
}

/** The provider's sign-in button, drawn by its own script. */
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
			(isOffered) => {
				if (!isOffered) latest.current.onAbsent()
			},
			(error: unknown) => {
				console.error('Google sign-in is not there', error)
				latest.current.onAbsent()
			},
		)
	}, [])
	return <div ref={place} className="google" />
}
