import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import type { Endpoint } from '#contract/endpoint.ts'

interface ModuleGraph {
	getModuleInfo(id: string): { readonly importers: readonly string[] } | null
}

/** Whether Home's entry needs the module at once: it is reached from there without a dynamic import. */
function isNeededAtOnce(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
	if (id.endsWith('/web/entry-client.tsx')) return true
	if (seen.has(id)) return false
	seen.add(id)
	return (graph.getModuleInfo(id)?.importers ?? []).some((importer) => isNeededAtOnce(importer, graph, seen))
}

/** What cannot be put into one file with the rest: machine code, WebAssembly, a logger that finds its files by
 * their place. */
const keptApart = ['@electric-sql/pglite', '@node-rs/argon2', 'pino', 'sharp']

/** Libraries leave out what only helps to develop with them. */
const inProduction = { 'process.env.NODE_ENV': JSON.stringify('production') }

/** The commit that is built: from git, or from a builder that has no repository (the image's). */
function builtCommit(): string {
	const given = process.env.COMMIT ?? ''
	if (given !== '') return given.slice(0, 12)
	const { stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' })
	return stdout?.trim() ?? ''
}

/** How long a plugin takes on a busy machine is nothing that whoever starts the shop has to know. */
const checks = { pluginTimings: false }

/** What the providers' stand-ins serve lies beside their code: scripts of the sign-in, pictures of the feed. */
const standInFiles: Plugin = {
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

/** Pages need an endpoint's address alone: without this, all of zod and every schema would be part of the browser's code. */
const endpointAddresses: Plugin = {
	name: 'endpoint-addresses',
	applyToEnvironment: ({ name }) => name !== 'shop',
	async load(id) {
		if (!/\/contract\/.*endpoints\.ts$/.test(id)) return null
		const endpoints: Record<string, Endpoint> = await import(pathToFileURL(id).href)
		const written = ([name, { method, path, caller }]: [string, Endpoint]) =>
			`export const ${name} = ${JSON.stringify({ method, path, caller })}`
		return Object.entries(endpoints).map(written).join('\n')
	},
}

// All sides come out of one `vite build --app`: dist/client (hashed assets and their manifest), dist/server, which renders
// pages, and dist/shop, the process that `npm start` runs: in one file it starts in half the time and with less memory than
// the thousand modules that it is made of. Pictures keep their own names under web/public and are served from there, so nothing is copied.
export default defineConfig({
	appType: 'custom',
	publicDir: false,
	plugins: [react(), standInFiles, endpointAddresses],
	environments: {
		client: {
			build: {
				outDir: 'dist/client',
				manifest: true,
				target: 'es2022',
				// The oldest browsers that know `color-mix` and cascade layers: the stylesheet is not written twice for older ones.
				cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
				assetsInlineLimit: 0,
				modulePreload: false,
				rolldownOptions: {
					input: ['web/entry-client.tsx', 'web/styles.css', 'web/staff/push/worker.ts'],
					checks,
					output: {
						// Home's code in two files, React and the rest: few compress better than many, and two run in two short tasks.
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
			build: { outDir: 'dist/server', emitAssets: false, rolldownOptions: { input: 'web/entry-server.tsx', checks } },
		},
		shop: {
			consumer: 'server',
			define: { ...inProduction, shopCommit: JSON.stringify(builtCommit()) },
			resolve: { noExternal: true, external: keptApart },
			build: {
				outDir: 'dist/shop',
				emitAssets: false,
				rolldownOptions: {
					// The decoder of pictures runs as a process of its own.
					input: { main: 'server/main.ts', 'picture-decoder': 'server/pictures/decoder-process.ts' },
					checks,
					output: {
						// Names stay: they are what a logged stack tells.
						minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
						// The stand-ins of the providers in a folder of their own: a production image leaves it out.
						chunkFileNames: ({ moduleIds }) =>
							`${moduleIds.some((id) => id.includes('/simulators/')) ? 'simulators' : 'parts'}/[name]-[hash].js`,
					},
				},
			},
		},
	},
})
