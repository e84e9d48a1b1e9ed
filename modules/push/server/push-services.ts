/** Recognises endpoints of known push services: the shop calls no other. */
export interface PushServices {
	isKnown(endpoint: string): boolean
}

const hosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com']
const domains = ['.push.apple.com', '.notify.windows.com']

function isKnownHost({ hostname, port, protocol, username, password }: URL): boolean {
	if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
	return hosts.includes(hostname) || domains.some((domain) => hostname.endsWith(domain))
}

/** The browsers' push services; `simulator`: the base address of a demo's simulator. */
export function createPushServices(simulator?: string): PushServices {
	return {
		isKnown(endpoint) {
			const url = URL.parse(endpoint)
			if (!url) return false
			return isKnownHost(url) || (simulator !== undefined && url.href.startsWith(simulator))
		},
	}
}
