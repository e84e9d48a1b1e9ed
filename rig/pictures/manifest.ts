/** Returns the source text of a module that exports the hashes as a constant of this name. */
export function hashesText(name: string, hashes: ReadonlyMap<string, string>): string {
	const lines = [...hashes]
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([name, hash]) => `\t'${name}': '${hash}',\n`)
	return `// Written by rig/pictures/encode.ts; change that script or the renders, not this file.
/** Content hashes of the pictures by name, part of their file names. */
export const ${name} = {
${lines.join('')}} as const
`
}

/** Returns the stylesheet of the blurred placeholders: one class per picture, named after it. Data URIs by name. */
export function placeholdersText(placeholders: ReadonlyMap<string, string>): string {
	const rules = [...placeholders].map(
		([name, placeholder]) => `.picture-${name} {\n\tbackground: url("${placeholder}") center / cover;\n}\n`,
	)
	const head = '/* Written by rig/pictures/encode.ts: blurred placeholders of opaque pictures. */\n'
	return head + rules.join('')
}
