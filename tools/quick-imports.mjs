// Loader for code that runs from source (commands, tests): Node reads each module's package.json and parses the whole
// `exports`. Drizzle has 300 modules and 175 KB of exports: a second and 150 MB per process. Its modules import each other
// by file, so the lookup is unnecessary.
import { registerHooks } from 'node:module'

registerHooks({
	resolve(specifier, context, next) {
		if (!specifier.startsWith('.') || !context.parentURL?.includes('/node_modules/drizzle-orm/')) {
			return next(specifier, context)
		}
		return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
	},
})
