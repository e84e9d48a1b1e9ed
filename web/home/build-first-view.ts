import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageData } from '#contract/catalog/page-data.ts'
import { builtInColors } from '#domain/catalog/colors.ts'
import { initialTariff } from '#domain/delivery/tariff.ts'
import { firstViewStyles, namesOf } from '#web/home/first-view-styles.ts'

const nobody = { razon_social: '', rut: '', direccion: '', correo: '', telefono: '' }
const post = { media_url: '/', permalink: 'http://localhost', thumbnail_url: '/' }

/** Home in each of its states: plenty, a last unit, nothing left, nothing known; with posts and while they load. */
const states: readonly PageData[] = [100, 1, 0].map((stock) => ({
	tienda: nobody,
	estacion_retiro: '',
	tarifa: initialTariff,
	anuncio: '…',
	carrusel: [],
	preguntas: [],
	colores: builtInColors.map((color) => ({ color, nombre: '…', precio: 1, stock })),
	social:
		stock === 0
			? null
			: [
					{ ...post, id: 'picture', media_type: 'IMAGE' },
					{ ...post, id: 'video', media_type: 'VIDEO' },
				],
}))

/** The first view is the page's first section. */
const untilFirstView = (body: string) => body.slice(0, body.indexOf('</section>'))

/**
 * What follows the first view waits for home.css, five seconds if need be, and is tall meanwhile, so that its pictures are
 * not near.
 */
const restWaits =
	'@layer base{.stage~*,.foot{content-visibility:hidden;contain-intrinsic-height:1500px;animation:rest 0s 5s forwards}}@keyframes rest{to{content-visibility:visible}}'

/** Writes the styles of Home's first view into the build in `folder`, the same for every rendering: one hash allows them. */
export async function buildFirstView(folder: string): Promise<void> {
	const manifest = JSON.parse(readFileSync(join(folder, 'client/.vite/manifest.json'), 'utf8'))
	const styles = readFileSync(join(folder, 'client', manifest['web/styles.css'].file), 'utf8')
	const { renderPage } = await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)
	const names = new Set<string>()
	for (const state of states) {
		const { body } = await renderPage('/', state, 'http://localhost')
		for (const name of namesOf(untilFirstView(body))) names.add(name)
	}
	writeFileSync(join(folder, 'server/first-view.css'), firstViewStyles(styles, names) + restWaits)
}
