/**
 * Checks Home's size budgets. Reads the build in dist/ (made by npm start) and the pictures; needs no server and no browser.
 * Use: npx node tools/page-sizes.ts. Prints one line per budget; exits with 1 when one is exceeded.
 */

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { builtInColors } from '#modules/catalog/colors.ts'
import { productName } from '#modules/catalog/product.ts'
import { carouselSlides } from '#modules/catalog/web/pictures.ts'
import { initialTariff } from '#modules/delivery/tariff.ts'
import { drawBottle } from '#modules/photos-and-colors/server/bottle-pictures.ts'
import { pageTextsOf } from '#modules/settings/page-texts.ts'
import { settingsFrom } from '#modules/settings/settings.ts'
import { documentOf } from '#shop/server/pages/document.ts'
import { readWebBuild } from '#shop/server/pages/web-build.ts'
import { aPhoto } from '#tests/pictures.ts'

const root = join(import.meta.dirname, '..')
const kilobyte = 1024
/** The hero picture of a phone of 390 px with a pixel ratio of 2. */
const heroWidth = 640
const detailedScene = carouselSlides[1]?.fallback ?? ''

const build = await readWebBuild(join(root, 'dist'))
const bytesOf = (path: string) => readFileSync(join(build.clientFolder, path))
const gzip = (bytes: Buffer) => gzipSync(bytes, { level: 9 }).length
const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0)

const tienda = {
	razon_social: 'Premium Shaker SpA',
	rut: '76.192.083-9',
	direccion: 'Av. Providencia 1208, Providencia, Santiago',
	correo: 'hola@premiumshaker.cl',
	telefono: '+56 9 1234 5678',
}
const colores = builtInColors.map((color) => ({ color, nombre: productName, precio: 29_990, stock: 25 }))
const page = await build.render(
	'/',
	{
		tienda,
		estacion_retiro: 'Metro Baquedano',
		tarifa: initialTariff,
		pasarelas: ['mercadopago', 'flow', 'webpay'],
		...pageTextsOf(settingsFrom(new Map()), new Date()),
		colores,
		social: null,
	},
	'http://localhost',
)
const html = Buffer.from(documentOf(page, build, { hasInlineStyles: true }))
const hero = new RegExp(`/pictures/hero-\\w+-${heroWidth}\\.\\w+\\.avif`).exec(page.link ?? '')?.[0]
if (!hero) throw new Error(`the page preloads no hero of ${heroWidth} px`)

/** Returns the bytes of the owner's hero, as the server encodes a photo. */
async function heroBytesOf(photo: Buffer): Promise<number> {
	const files = await drawBottle(photo, 50_000_000)
	return files?.find((file) => file.name === `hero-${heroWidth}.avif`)?.bytes.length ?? Number.NaN
}
/** A scene of a hundred objects, and the worst case: noise. */
const scene = await heroBytesOf(readFileSync(join(root, 'shop/public', detailedScene)))
const noise = await heroBytesOf(await aPhoto(1800, 2400))

const scripts = sum(build.scriptPaths.map((path) => gzip(bytesOf(path))))
const heroBytes = statSync(join(root, 'shop/public', hero)).size
const wire = brotliCompressSync(html).length
const budgets: readonly (readonly [what: string, bytes: number, maxKilobytes: number])[] = [
	['Home, JavaScript, gzip', scripts, 100],
	['Stylesheet, gzip', gzip(bytesOf(build.stylesPath)), 12],
	['Home, HTML with its styles, gzip', gzip(html), 20],
	['Hero on a phone', heroBytes, 40],
	["Hero of the owner's on a phone", scene, 40],
	[
		'First view: HTML with styles, scripts, hero, letters',
		wire + scripts + heroBytes + bytesOf(build.fontPath).length,
		220,
	],
	["The same with the owner's heaviest photo", wire + scripts + noise + bytesOf(build.fontPath).length, 200],
]

let broken = 0
for (const [what, bytes, max] of budgets) {
	const isBroken = bytes > max * kilobyte
	if (isBroken) broken += 1
	console.log(`${isBroken ? '✗' : '✓'} ${what}: ${(bytes / kilobyte).toFixed(1)} KB of ${max}`)
}
process.exitCode = broken > 0 ? 1 : 0
