/**
 * The address of a colour's small square picture. Carts, orders and mails keep it, so it never changes. The pictures are written
 * by tools/pictures/encode.ts.
 */
export function bottlePicture(color: string): string {
	return `/pictures/shaker-${color.toLowerCase()}.webp`
}
