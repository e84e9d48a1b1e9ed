/** Where a file of the owner's photo is kept (`hero-640.avif`, `shaker.webp`). `hash`: of all that the photo's files hold. */
export function photoKey(hash: string, name: string): string {
	return `colores/${hash}/${name}`
}
