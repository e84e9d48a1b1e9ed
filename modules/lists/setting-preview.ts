import { checkoutOptions } from '#modules/checkout/shapes.ts'

/** What a preview of settings answers beside a page. */
export const settingPreviewParts = {
	pago: checkoutOptions.nullable().describe('options of the checkout; null where a page shows it'),
}
