import { defineConfig } from 'drizzle-kit'

export default defineConfig({
	dialect: 'postgresql',
	schema: ['./core/server/**/tables.ts', './modules/*/*tables.ts'],
	out: './core/server/db/migrations',
})
