import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuiltScreen, PageData, RenderedPage } from '#modules/catalog/shapes.ts'
import { offlinePage } from '#modules/lists/offline-page.ts'

export type RenderPage = (path: string, data: PageData, publicUrl: string) => Promise<RenderedPage>

/** The output of `vite build --app`: the renderer and the client files. */
export interface WebBuild {
	readonly render: RenderPage
	readonly renderBroken: () => Promise<string>
	/** Every screen of the site map except Home. */
	readonly screens: readonly BuiltScreen[]
	/** The stylesheet's text, and its address as a file. */
	readonly styles: string
	readonly stylesPath: string
	/** The address of the font that the stylesheet names. */
	readonly fontPath: string
	/** The scripts of every page, in this order. */
	readonly scriptPaths: readonly string[]
	/** The text of the panel's service worker, with the files of the page that works offline. */
	readonly panelWorker: string
	readonly clientFolder: string
	/** The additional files of the screen in that source file. */
	readonly filesOfScreen: (source: string) => ScreenFiles
}

/** The files of one screen: styles to link, code to preload. */
export interface ScreenFiles {
	readonly styles: readonly string[]
	readonly scripts: readonly string[]
}

interface ManifestEntry {
	readonly file: string
	readonly imports?: readonly string[]
	readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, ManifestEntry>>

function fileOf(manifest: Manifest, source: string): string {
	const entry = manifest[source]
	if (!entry) throw new Error(`the web build has no ${source}: npm start makes one`)
	return entry.file
}

/** The files of a script and its imports, each once, dependencies first. */
function filesOf(manifest: Manifest, source: string, found = new Set<string>()): Set<string> {
	for (const imported of manifest[source]?.imports ?? []) filesOf(manifest, imported, found)
	return found.add(`/${fileOf(manifest, source)}`)
}

function screenFiles(manifest: Manifest, module: string, already: ReadonlySet<string>): ScreenFiles {
	const files = [...filesOf(manifest, module)].filter((path) => !already.has(path))
	const entries = Object.values(manifest).filter((entry) => files.includes(`/${entry.file}`))
	return { styles: [...new Set(entries.flatMap((entry) => entry.css ?? []))].map((path) => `/${path}`), scripts: files }
}

/** The worker's line with the files of the page that works offline; other files give another version. */
function offlineFilesOf(manifest: Manifest, common: readonly string[]): string {
	const own = offlinePage.map((module) => screenFiles(manifest, module, new Set(common)))
	const paths = [
		...new Set([...common.filter(Boolean), ...own.flatMap(({ scripts, styles }) => [...scripts, ...styles])]),
	]
	const version = createHash('sha256').update(paths.join()).digest('hex').slice(0, 16)
	return `self.offlineFiles=${JSON.stringify({ version, paths })};\n`
}

/** Reads the build in `folder` (dist). Throws with instructions when there is none. */
export async function readWebBuild(folder: string): Promise<WebBuild> {
	const clientFolder = join(folder, 'client')
	const manifestFile = join(clientFolder, '.vite/manifest.json')
	if (!existsSync(manifestFile)) throw new Error(`there is no web build in ${folder}: npm start makes one`)
	const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
	const textOf = (source: string) => readFileSync(join(clientFolder, fileOf(manifest, source)), 'utf8').trim()
	const server = await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)
	const scripts = filesOf(manifest, 'shop/web/entry-client.tsx')
	const stylesFile = fileOf(manifest, 'shop/web/styles.css')
	const styles = readFileSync(join(clientFolder, stylesFile), 'utf8').trim()
	const fontPath = /\/assets\/[\w-]+\.woff2/.exec(styles)?.[0] ?? ''
	return {
		render: server.renderPage,
		renderBroken: server.renderBroken,
		screens: server.builtScreens,
		styles,
		stylesPath: `/${stylesFile}`,
		fontPath,
		panelWorker:
			offlineFilesOf(manifest, [...scripts, `/${stylesFile}`, fontPath]) + textOf('modules/lists/web/panel-worker.ts'),
		scriptPaths: [...scripts],
		clientFolder,
		filesOfScreen: (source) => screenFiles(manifest, source, scripts),
	}
}
