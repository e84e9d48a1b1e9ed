import type { Clock } from '#core/server/platform/clock.ts'
import type { Signer } from '#core/server/platform/signing.ts'

const purpose = 'seguimiento'
const linkDays = 365

/** Returns the page of one order for the holder of the link, which the order's mails carry. Valid for a year. */
export function orderLink(deps: { signer: Signer; clock: Clock; publicUrl: string }, orderId: string): string {
	const expires = new Date(deps.clock.now().getTime() + linkDays * 86_400_000)
	return `${deps.publicUrl}/orden/${deps.signer.sign(purpose, orderId, expires)}`
}

/** Returns the orden_id of a link's token; undefined when it is altered, of another kind, or expired. */
export function readOrderLink(deps: { signer: Signer; clock: Clock }, token: string): string | undefined {
	const orden_id = deps.signer.verify(purpose, token, deps.clock.now())
	return typeof orden_id === 'string' ? orden_id : undefined
}
