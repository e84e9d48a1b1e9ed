import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Both sides come out of one `vite build --app`: dist/client (hashed assets and their manifest) and dist/server, which renders
// pages. Pictures keep their own names under web/public and are served from there, so nothing is copied.
export default defineConfig({
	appType: 'custom',
	publicDir: false,
	plugins: [react(), tailwindcss()],
	environments: {
		client: {
			build: {
				outDir: 'dist/client',
				manifest: true,
				target: 'es2022',
				assetsInlineLimit: 0,
				modulePreload: false,
				rolldownOptions: { input: ['web/start.ts', 'web/entry-client.tsx', 'web/styles.css'] },
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
