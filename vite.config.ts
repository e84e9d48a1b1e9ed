import { spawnSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, normalizePath, type Plugin } from 'vite'
import type { Endpoint } from '#core/contract/endpoint.ts'

interface ModuleGraph {
	getModuleInfo(id: string): { readonly importers: readonly string[] } | null
}

/** Returns whether Home's entry imports the module statically. */
function isNeededAtOnce(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
	if (id.endsWith('/web/entry-client.tsx')) return true
	if (seen.has(id)) return false
	seen.add(id)
	return (graph.getModuleInfo(id)?.importers ?? []).some((importer) => isNeededAtOnce(importer, graph, seen))
}

/** Packages that cannot be bundled: native code, WebAssembly, a logger that locates its files by path. */
const unbundled = ['@electric-sql/pglite', '@node-rs/argon2', 'pino', 'sharp']

/** Removes development code of libraries. */
const inProduction = { 'process.env.NODE_ENV': JSON.stringify('production') }

/** The operator's commands, which a release runs without its sources. */
const commands = globSync('shop/operator/*.ts').map((path) => basename(path, '.ts'))

/** The built commit: from git, or from a builder without a repository (the image's). */
function builtCommit(): string {
	const given = process.env.COMMIT ?? ''
	if (given !== '') return given.slice(0, 12)
	const { stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' })
	return stdout?.trim() ?? ''
}

/** Plugin timings depend on the machine and do not concern the operator. */
const checks = { pluginTimings: false }

const simulatorFolder = normalizePath(`${import.meta.dirname}/packages/simulators/`)

/** Copies the files that simulators serve: sign-in scripts, feed pictures. */
const simulatorFiles: Plugin = {
	name: 'stand-in-files',
	applyToEnvironment: (environment) => environment.name === 'shop',
	generateBundle() {
		const folder = 'packages/simulators'
		const media = readdirSync(`${folder}/instagram/media`).map((name) => [`media/${name}`, `instagram/media/${name}`])
		const scripts = ['client-script.js', 'answer-script.js'].map((name) => [name, `google/${name}`])
		for (const [name, file] of [...media, ...scripts]) {
			this.emitFile({ type: 'asset', fileName: `simulators/${name}`, source: readFileSync(`${folder}/${file}`) })
		}
	},
}

/** Pages need only an endpoint's path: without this, zod and every schema would be in the browser's code. */
const endpointAddresses: Plugin = {
	name: 'endpoint-addresses',
	applyToEnvironment: ({ name }) => name !== 'shop',
	async load(id) {
		if (!/\/(modules|core\/contract)\/.*endpoints\.ts$/.test(id)) return null
		const endpoints: Record<string, Endpoint> = await import(pathToFileURL(id).href)
		const written = ([name, { method, path, caller }]: [string, Endpoint]) =>
			`export const ${name} = ${JSON.stringify({ method, path, caller })}`
		return Object.entries(endpoints).map(written).join('\n')
	},
}

// One `vite build --app` builds dist/client (hashed assets and their manifest), dist/server, which renders pages, and
// dist/shop, the process of `npm start`: bundled it starts in half the time and with less memory than its thousand modules.
// Pictures are served from shop/public, so nothing is copied.
export default defineConfig({
	appType: 'custom',
	publicDir: false,
	plugins: [react(), simulatorFiles, endpointAddresses],
	environments: {
		client: {
			build: {
				outDir: 'dist/client',
				manifest: true,
				target: 'es2022',
				// The oldest browsers with `color-mix` and cascade layers: the stylesheet has no variant for older ones.
				cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
				assetsInlineLimit: 0,
				modulePreload: false,
				rolldownOptions: {
					input: ['shop/web/entry-client.tsx', 'shop/web/styles.css', 'modules/lists/web/panel-worker.ts'],
					checks,
					output: {
						// Home's code in two files, React and the rest: few files compress better than many, and two run in two short
						// tasks.
						codeSplitting: {
							groups: [
								{ name: 'react', test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler)\// },
								{ debugName: 'home', name: (id, graph) => (isNeededAtOnce(id, graph) ? 'home' : null) },
							],
						},
					},
				},
			},
		},
		ssr: {
			define: inProduction,
			resolve: { noExternal: true },
			build: {
				outDir: 'dist/server',
				emitAssets: false,
				rolldownOptions: { input: 'shop/web/entry-server.tsx', checks },
			},
		},
		shop: {
			consumer: 'server',
			define: { ...inProduction, shopCommit: JSON.stringify(builtCommit()) },
			resolve: { noExternal: true, external: unbundled },
			build: {
				outDir: 'dist/shop',
				emitAssets: false,
				rolldownOptions: {
					input: {
						main: 'shop/server/main.ts',
						// The image decoder runs as a process of its own.
						'picture-decoder': 'shop/server/decoder-process.ts',
						...Object.fromEntries(commands.map((name) => [name, `shop/operator/${name}.ts`])),
					},
					checks,
					output: {
						// Names are unminified for logged stacks.
						minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
						// Simulators in their own folder, omitted from a production image.
						chunkFileNames: ({ moduleIds }) =>
							`${moduleIds.some((id) => id.startsWith(simulatorFolder)) ? 'simulators' : 'parts'}/[name]-[hash].js`,
					},
				},
			},
		},
	},
})
