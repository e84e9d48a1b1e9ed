import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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

// Both sides come out of one `vite build --app`: dist/client (hashed assets and their manifest) and dist/server, which renders
// pages. Pictures keep their own names under web/public and are served from there, so nothing is copied.
export default defineConfig({
	appType: 'custom',
	publicDir: false,
	// The stylesheet is made small for browsers that know `color-mix`, Tailwind's own oldest, instead of twice for older ones.
	plugins: [react(), tailwindcss({ optimize: false })],
	environments: {
		client: {
			build: {
				outDir: 'dist/client',
				manifest: true,
				target: 'es2022',
				cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
				assetsInlineLimit: 0,
				modulePreload: false,
				rolldownOptions: {
					input: ['web/start.ts', 'web/entry-client.tsx', 'web/styles.css'],
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
			build: { outDir: 'dist/server', emitAssets: false, rolldownOptions: { input: 'web/entry-server.tsx' } },
		},
	},
	builder: {
		async buildApp(builder) {
			for (const environment of Object.values(builder.environments)) await builder.build(environment)
		},
	},
})
