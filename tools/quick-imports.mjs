// Loaded ahead of what runs from source (commands, tests): Node asks for each module's package.json and parses the whole of
// its `exports`. Drizzle has 300 modules and 175 KB of exports: a second and 150 MB for each process that reads the database.
// Its modules name each other by their files, so there is nothing to ask.
import { registerHooks } from 'node:module'

registerHooks({
	resolve(specifier, context, next) {
		if (!specifier.startsWith('.') || !context.parentURL?.includes('/node_modules/drizzle-orm/')) {
			return next(specifier, context)
		}
		return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
	},
})
