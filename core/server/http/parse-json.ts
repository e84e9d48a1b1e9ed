import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { fail } from '#core/contract/failure.ts'
import { FailureAnswer } from '#core/server/http/unwrap.ts'

/** The depth of the deepest valid request, with a margin. */
const maxDepth = 20

const quote = 34
const backslash = 92
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/** Whether brackets nest deeper than `most`, without parsing; brackets in strings do not count. */
export function nestsDeeper(text: string, most: number): boolean {
	let depth = 0
	let isText = false
	for (let at = 0; at < text.length; at++) {
		const letter = text.charCodeAt(at)
		if (isText) {
			if (letter === backslash) at += 1
			else if (letter === quote) isText = false
		} else if (letter === quote) isText = true
		else if (letter === openBracket || letter === openBrace) {
			depth += 1
			if (depth > most) return true
		} else if (letter === closeBracket || letter === closeBrace) depth -= 1
	}
	return false
}

/** Decodes a body; undefined when its bytes are not UTF-8: a lenient decoder would store `Jos\ufffd`. */
function textOf(bytes: Buffer): string | undefined {
	return isUtf8(bytes) ? bytes.toString() : undefined
}

/** Rejects non-UTF-8 bodies, and JSON nested deeper than any call needs: parsing 200 KB of brackets takes 50 ms. */
export function parseShallowJson(app: FastifyInstance): void {
	const parse = app.getDefaultJsonParser('error', 'error')
	app.removeContentTypeParser(['application/json', 'text/plain'])
	app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
		const text = textOf(Buffer.from(body))
		if (text === undefined || nestsDeeper(text, maxDepth)) return done(new FailureAnswer(fail('no_json')))
		return parse(request, text, done)
	})
}
