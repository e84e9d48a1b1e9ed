import { maxUnitsPerLine } from '#modules/cart/cart.ts'
import { sku } from '#modules/catalog/product.ts'

/** The protocol's version: the newest one that has permalinks. */
const version = '2026-08-25'

/** The path that opens the shop with products in the cart: `/comprar/PREM-SHAKER-650-NEGRO:2`. */
export const permalinkPath = '/comprar'

/** Returns the profile that agents read (ucp.dev): links into the shop's own pages, and neither calls nor payments. */
export const ucpProfile = (publicUrl: string) => ({
	ucp: {
		version,
		services: {},
		payment_handlers: {},
		capabilities: {
			'dev.ucp.shopping.permalink': [
				{
					version,
					spec: `https://ucp.dev/${version}/specification/permalink`,
					schema: `https://ucp.dev/${version}/schemas/shopping/permalink.json`,
					config: { endpoint: new URL(permalinkPath, publicUrl).href },
				},
			],
		},
	},
})

const isOurs = new RegExp(`^${sku}-[A-Z0-9-]+$`)
const foreign = 'otro'

/** The id in an item's token; empty for one whose base64url is not canonical. */
function idIn(token: string): string {
	if (!token.startsWith('~')) return token
	const bytes = Buffer.from(token.slice(1), 'base64url')
	return bytes.toString('base64url') === token.slice(1) ? bytes.toString() : ''
}

/** Returns a link's items as the cart page reads them, each id once; whatever is none of our ids is `otro`. */
export function handedItems(text: string): string {
	const units = new Map<string, number>()
	for (const pair of text.split(',')) {
		const [, token = '', count = '1'] = /^(~?[\w.-]+):([1-9]\d*)$/.exec(pair) ?? []
		const id = isOurs.test(idIn(token)) ? idIn(token) : foreign
		units.set(id, Math.min((units.get(id) ?? 0) + Number(count), maxUnitsPerLine))
	}
	return [...units].map(([id, count]) => `${id}:${count}`).join(',')
}

/** Returns the path of an untrusted `continue_to` on this site, without its query; undefined for anything else. */
export function ownPath(text: unknown): string | undefined {
	if (typeof text !== 'string' || !/^\/[^/\\\s\p{Cc}][^\\\s\p{Cc}]*$|^\/$/u.test(text) || text.includes('://'))
		return undefined
	const here = 'https://shop.invalid'
	const { origin, pathname } = new URL(text, here)
	return origin === here && !pathname.startsWith('//') ? pathname : undefined
}

interface LinkQuery {
	readonly continue_to?: unknown
	readonly utm_source?: unknown
}

/**
 * Returns where a link to buy leads: the cart page, which puts the items into the cart, and then `continue_to`. Of the
 * rest of the untrusted query the source of the visit stays.
 */
export function destinationOf(items: string | undefined, { continue_to, utm_source }: LinkQuery): string {
	const seguir = ownPath(continue_to)
	const query = new URLSearchParams({
		...(items && { agregar: handedItems(items) }),
		...(items && seguir && { seguir }),
		...(typeof utm_source === 'string' && { utm_source }),
	})
	const path = items ? '/carrito' : (seguir ?? '/')
	return query.size > 0 ? `${path}?${query}` : path
}
