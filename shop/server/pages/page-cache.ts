import { type Prepared, prepare } from '#core/server/http/send-stored.ts'
import type { CatalogColor, PageData } from '#modules/catalog/shapes.ts'
import { colorStyles, documentOf, type PageFiles } from '#shop/server/pages/document.ts'
import type { WebBuild } from '#shop/server/pages/web-build.ts'

interface Entry {
	readonly version: number
	readonly ready: Promise<Prepared>
}

interface PageCacheDeps {
	readonly build: WebBuild
	/** The styles and scripts of the page at a path. */
	readonly filesOf: (path: string) => PageFiles
	readonly publicUrl: string
	readonly readData: () => Promise<PageData>
	/** The current day: pages change with it. */
	readonly today: () => string
	/** Called when a page could not be rendered and its last version is served. */
	readonly onStale: (error: unknown, path: string) => void
}

/** Caches the last rendering of every page; parallel requests share one rendering. */
export class PageCache {
	readonly #deps: PageCacheDeps
	readonly #entries = new Map<string, Entry>()
	readonly #lastGood = new Map<string, Prepared>()
	#data: Promise<PageData> | undefined
	#lastColores: readonly CatalogColor[] = []
	#version = 0
	#day: string

	constructor(deps: PageCacheDeps) {
		this.#deps = deps
		this.#day = deps.today()
	}

	/**
	 * Returns the page at `path`, one of a fixed set, or its last version when rendering fails; throws when there is none.
	 */
	get(path: string): Promise<Prepared> {
		this.#followDay()
		const entry = this.#entries.get(path)
		if (entry?.version === this.#version) return entry.ready
		return this.#renew(path)
	}

	/** The colours on pages: the current ones, the last ones when the read fails, or none. */
	async colores(): Promise<readonly CatalogColor[]> {
		this.#followDay()
		this.#data ??= this.#readData()
		return await this.#data.then(({ colores }) => colores).catch(() => this.#lastColores)
	}

	/** Call after a change of data on pages: the next request of each page renders it anew. */
	invalidate(): void {
		this.#version += 1
		this.#data = undefined
	}

	#followDay(): void {
		const day = this.#deps.today()
		if (day === this.#day) return
		this.#day = day
		this.invalidate()
	}

	#renew(path: string): Promise<Prepared> {
		const before = this.#lastGood.get(path)
		const ready = this.#render(path).then(
			(page) => {
				this.#lastGood.set(path, page)
				return page
			},
			(error: unknown) => {
				// The next request retries.
				if (this.#entries.get(path) === entry) this.#entries.delete(path)
				if (!before) throw error
				this.#deps.onStale(error, path)
				return before
			},
		)
		const entry: Entry = { version: this.#version, ready }
		this.#entries.set(path, entry)
		return ready
	}

	async #render(path: string): Promise<Prepared> {
		const { build, filesOf, publicUrl } = this.#deps
		this.#data ??= this.#readData()
		const data = await this.#data
		const page = await build.render(path, data, publicUrl)
		const body = documentOf(page, build, { ...filesOf(path), colorStyles: colorStyles(data.colores) })
		return {
			...(await prepare({ status: page.status, type: 'text/html; charset=utf-8', body })),
			link: page.link,
		}
	}

	#readData(): Promise<PageData> {
		const data = this.#deps.readData()
		data.then(
			({ colores }) => {
				this.#lastColores = colores
			},
			() => {
				if (this.#data === data) this.#data = undefined
			},
		)
		return data
	}
}
