import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

type Running = ChildProcessByStdio<Writable, Readable, Readable>

const startProgram = (program: string, args: readonly string[]): Running =>
	spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })

/** Resolves at the program's end. @throws with its last words, when it failed or is not installed */
async function endOf(program: string, child: Running): Promise<void> {
	let words = ''
	child.stderr.setEncoding('utf8').on('data', (part: string) => {
		words = `${words}${part}`.slice(-500)
	})
	const [code] = await once(child, 'close').catch((cause: unknown) => {
		throw new Error(`${program} cannot be run`, { cause })
	})
	if (code !== 0) throw new Error(`${program} failed: ${words.trim() || `exit ${code}`}`)
}

/** Yields the output of a program. @throws as `feed`, after the last byte */
export async function* outputOf(program: string, args: readonly string[]): AsyncGenerator<Buffer> {
	const child = startProgram(program, args)
	const ended = endOf(program, child)
	ended.catch(() => {})
	child.stdin.on('error', () => {}).end()
	try {
		yield* child.stdout as AsyncIterable<Buffer>
		await ended
	} finally {
		child.kill()
	}
}

/** Runs a program with `input` as its standard input. @throws its failure, or that of the input */
export async function feed(program: string, args: readonly string[], input: Readable): Promise<void> {
	const child = startProgram(program, args)
	const ended = endOf(program, child)
	child.stdout.resume()
	// A program that ends early breaks the pipe: its own reason says more.
	const [end, sent] = await Promise.allSettled([
		ended,
		pipeline(input, child.stdin).catch((error: unknown) => {
			child.kill()
			throw error
		}),
	])
	if (sent.status === 'rejected' && !isBrokenPipe(sent.reason)) throw sent.reason
	if (end.status === 'rejected') throw end.reason
}

const isBrokenPipe = (error: unknown) =>
	error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')
