import type { JsonSchema } from '#tests/api/schema-mismatch.ts'

const texts: Readonly<Record<string, string>> = {
	uuid: '00000000-0000-4000-8000-000000000000',
	email: 'nadie@correo.cl',
	date: '2026-11-20',
	'date-time': '2026-11-20T15:05:00.000Z',
	uri: 'https://push.ejemplo.cl/x',
	byte: 'AAAA',
}

function smallestText({ format, pattern, minLength = 1 }: JsonSchema): string {
	const text = (format && texts[format]) || 'nadie'.padEnd(minLength, 'x')
	if (!pattern || new RegExp(pattern, 'u').test(text)) return text
	// Codes, keys and amounts: a run of one character with the required length.
	for (const letter of ['1', 'a', 'A'])
		for (let length = 1; length <= 100; length++) {
			const run = letter.repeat(length)
			if (new RegExp(pattern, 'u').test(run)) return run
		}
	return text
}

/** Returns a deterministic valid value: required fields only, the first of each choice. */
export function smallestValue(schema: JsonSchema): unknown {
	if (schema.enum) return schema.enum[0]
	if ('const' in schema) return schema.const
	const choice = (schema.anyOf ?? schema.oneOf)?.[0]
	if (choice) return smallestValue(choice)
	const [type] = [schema.type].flat()
	if (type === 'string') return smallestText(schema)
	if (type === 'integer' || type === 'number') return Math.min(Math.max(schema.minimum ?? 1, 1), schema.maximum ?? 1)
	if (type === 'boolean') return true
	if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => smallestValue(schema.items ?? {}))
	if (type !== 'object') return null
	const fields = (schema.required ?? []).map((name) => [name, smallestValue(schema.properties?.[name] ?? {})])
	return Object.fromEntries(fields)
}
