// Node parses the whole `exports` of a package for each import: for Drizzle's 300 modules a second and 150 MB per process.
// Its modules import each other by file, so this loader skips that lookup.
import { registerHooks } from 'node:module'

registerHooks({
	resolve(specifier, context, next) {
		if (!specifier.startsWith('.') || !context.parentURL?.includes('/node_modules/drizzle-orm/')) {
			return next(specifier, context)
		}
		return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
	},
})
