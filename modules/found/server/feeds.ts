import { stringify } from 'csv-stringify/sync'
import { escapeMarkup } from '#core/server/platform/html.ts'
import { brand, type Variant } from '#modules/found/variants.ts'

/** The fields of both catalogues. Google and Meta share their names; only the words of `availability` differ. */
function fieldsOf(variant: Variant) {
	return {
		id: variant.id,
		title: variant.title,
		description: variant.description,
		link: variant.link,
		image_link: variant.image,
		price: `${variant.price} CLP`,
		condition: 'new',
		brand,
		item_group_id: variant.group,
		color: variant.color,
	}
}

/**
 * Returns the catalogue for Google Merchant Center: RSS 2.0, as its product data specification (support.google.com,
 * answer 7052112) reads it. A colour that is sold out stays in it, since one that is left out counts as deleted.
 */
export function googleFeed(variants: readonly Variant[], publicUrl: string): string {
	const items = variants.map((variant) => {
		const fields = Object.entries({
			...fieldsOf(variant),
			availability: variant.isAvailable ? 'in_stock' : 'out_of_stock',
			// The bottle has neither a GTIN nor a maker's number.
			identifier_exists: 'no',
		})
		return `<item>${fields.map(([name, value]) => `<g:${name}>${escapeMarkup(value)}</g:${name}>`).join('')}</item>`
	})
	const head = `<title>${brand}</title><link>${escapeMarkup(new URL('/', publicUrl).href)}</link><description>Los colores de ${brand}</description>`
	return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${head}${items.join('')}</channel></rss>\n`
}

/** Returns the catalogue for Meta's Commerce Manager: CSV with commas and the names in its first line. */
export function metaFeed(variants: readonly Variant[]): string {
	const rows = variants.map((variant) => ({
		...fieldsOf(variant),
		availability: variant.isAvailable ? 'in stock' : 'out of stock',
	}))
	return stringify(rows, { header: true })
}
