import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const recordedSchema = z.object({ origin: z.string().min(20), answer: z.record(z.string(), z.unknown()) })

/** Reads a recorded answer of a provider; each file names its source. */
export function recorded(name: string): Record<string, unknown> {
	const path = join(import.meta.dirname, 'recorded', `${name}.json`)
	return recordedSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).answer
}
