/** The key of a file of the owner's photo (`hero-640.avif`, `shaker.webp`). `hash`: of all its files' contents. */
export function photoKey(hash: string, name: string): string {
	return `colores/${hash}/${name}`
}
