import { type CallMapsOptions, callMaps } from '#modules/delivery/server/maps/call-maps.ts'
import { MapsUnavailable, type Position } from '#modules/delivery/server/maps/maps.ts'

export interface GoogleConfig extends CallMapsOptions {
	readonly shop: Position
	/** A server key for Places (New), Routes and Static Maps. It never leaves the server. */
	readonly key: string
	/** One base address instead of Google's three hosts, for the simulator. */
	readonly apiUrl?: string | undefined
}

interface GoogleCall {
	readonly host: string
	readonly path: string
	/** The field mask of the answer. */
	readonly fields: string
	readonly body: object
	/** Overrides the configuration's options. */
	readonly options?: CallMapsOptions
}

export interface GoogleCalls {
	post(call: GoogleCall): Promise<Response>
	url(host: string, path: string): URL
	headers(fields: string): Record<string, string>
}

/** The form that all calls to Google's web services have. */
export function createGoogleCalls(config: GoogleConfig): GoogleCalls {
	const url = (host: string, path: string) =>
		new URL(`${(config.apiUrl ?? `https://${host}`).replace(/\/$/, '')}${path}`)
	const headers = (fields: string) => ({
		'content-type': 'application/json',
		'x-goog-api-key': config.key,
		'x-goog-fieldmask': fields,
	})
	return {
		url,
		headers,
		async post({ host, path, fields, body, options = config }) {
			const init = { method: 'POST', headers: headers(fields), body: JSON.stringify(body) }
			return demand(await callMaps(url(host, path), init, options))
		},
	}
}

/** Throws MapsUnavailable without an answer. */
export function demand(response: Response | undefined): Response {
	if (!response) throw new MapsUnavailable('there was no answer')
	return response
}
