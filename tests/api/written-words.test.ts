import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const quoted = '¿Olvidaste tu clave?'
/** Matches the word in prose; field names and URL parts have no article. */
const written = /\b(tu|su|mi|la|una|esta|otra|nueva|misma|de|con|sin|recuperar?) claves?\b/i

const files = [...globSync('{core,modules,shop,tools,packages}/**/*.{ts,tsx,mjs}'), 'README.md', '.env.example'].filter(
	(path) => !/\.test\.tsx?$/.test(path),
)

it('a password is called contraseña in every text, except in quotes of the specification', () => {
	const named = files.flatMap((path) =>
		readFileSync(path, 'utf8')
			.replaceAll(quoted, '')
			.split('\n')
			.flatMap((line, at) => (written.test(line) ? [`${path}:${at + 1}`] : [])),
	)
	expect(files.length).toBeGreaterThan(500)
	expect(named).toEqual([])
})
