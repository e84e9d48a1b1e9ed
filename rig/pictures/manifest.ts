/** The source text of web/catalog/picture-hashes.ts. */
export function hashesText(hashes: ReadonlyMap<string, string>): string {
	const lines = [...hashes]
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([name, hash]) => `\t'${name}': '${hash}',\n`)
	return `// Written by rig/pictures/encode.ts; change that script or the renders, not this file.
/** What the shop's own pictures hold, by name: a part of the address of each of their files. */
export const pictureHashes = {
${lines.join('')}} as const
`
}

/** The blurred first looks as a stylesheet: one class a picture, named after it. Data URIs by name. */
export function placeholdersText(placeholders: ReadonlyMap<string, string>): string {
	const rules = [...placeholders].map(
		([name, placeholder]) => `.picture-${name} {\n\tbackground: url("${placeholder}") center / cover;\n}\n`,
	)
	const head =
		'/* Written by rig/pictures/encode.ts: what an opaque picture looks like from afar, until it has come. */\n'
	return head + rules.join('')
}
