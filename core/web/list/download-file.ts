import { renew } from '#core/web/session/api.ts'
import { askIdentity } from '#core/web/session/identity-request.ts'
import { accessToken } from '#core/web/session/session.ts'
import { offerFile } from '#core/web/ui/offer-file.ts'

const timeoutMs = 120_000

function ask(path: string): Promise<Response> {
	const headers = { authorization: `Bearer ${accessToken() ?? ''}` }
	return fetch(path, { headers, signal: AbortSignal.timeout(timeoutMs) })
}

/** Gets a file that only staff may read. Throws when it does not come whole. */
export async function fetchFile(path: string): Promise<Blob> {
	let response = await ask(path)
	if (response.status === 401) {
		await renew(accessToken())
		response = await ask(path)
	}
	if (response.status === 403 && (await askIdentity())) response = await ask(path)
	if (!response.ok) throw new Error(`${path}: ${response.status}`)
	return await response.blob()
}

/** Fetches a file with the session's token and hands it to the browser's downloads under `name`. Throws when that fails. */
export async function downloadFile(path: string, name: string): Promise<void> {
	offerFile(name, await fetchFile(path))
}
