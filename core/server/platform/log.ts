import pino from 'pino'

/** The log of use cases, a subset of pino's and Fastify's. */
export interface Log {
	info(details: object, message: string): void
	warn(details: object, message: string): void
	error(details: object, message: string): void
}

/** An error in the log: message, stack frames, and causes. */
interface LoggedError {
	readonly type: string
	readonly message: string
	readonly code?: string
	/** The violated constraint with its table. */
	readonly rule?: string
	readonly stack: string
	readonly cause?: LoggedError
}

const deepest = 5

/**
 * PostgreSQL's errors about data (class 22) and constraints (23) quote the data; the constraint is logged separately.
 */
const quotesData = /^2[23][0-9A-Z]{3}$/

/** An error without typed text: no statements' parameters, no quoted rows, only the fields named here. */
function loggedError(error: unknown, depth = 0): LoggedError {
	if (!isErrorLike(error)) return { type: typeof error, message: 'not an error', stack: '' }
	const fields = error as Error & Record<string, unknown>
	const code = typeof fields.code === 'string' || typeof fields.code === 'number' ? String(fields.code) : undefined
	const rule = [fields.table, fields.column, fields.constraint].filter((part) => typeof part === 'string').join(' ')
	const message = code && quotesData.test(code) ? 'the database refused the data' : withoutParams(error.message)
	return {
		type: error.name ?? 'Error',
		message,
		...(code === undefined ? {} : { code }),
		...(rule === '' ? {} : { rule }),
		stack: framesOf(error.stack),
		...(error.cause instanceof Error && depth < deepest ? { cause: loggedError(error.cause, depth + 1) } : {}),
	}
}

/** An error, or the job queue's plain object with an error's fields. */
function isErrorLike(value: unknown): value is Pick<Error, 'message' | 'stack' | 'cause'> & { name?: string } {
	if (value instanceof Error) return true
	return typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
}

/** A failed statement's message ends with its parameters. */
const withoutParams = (message: string) => message.replace(/\nparams:[\s\S]*$/, '')

/** The frames only: the first lines of a stack repeat the message. */
const framesOf = (stack: string | undefined) =>
	(stack ?? '')
		.split('\n')
		.filter((line) => /^\s+at /.test(line))
		.join('\n')

/** An error as plain text for a terminal, with the same redaction as in the log. */
export function errorText(error: unknown): string {
	const lines: string[] = []
	for (let one: LoggedError | undefined = loggedError(error); one; one = one.cause)
		lines.push(`${one.type}${one.code === undefined ? '' : ` ${one.code}`}: ${one.message}`, one.stack)
	return lines.filter((line) => line !== '').join('\n')
}

/** The log of a process: JSON lines on the standard output. */
export function createLog(level: string, destination?: pino.DestinationStream): pino.Logger {
	const options = { level, redact: ['req.headers.authorization'], serializers: { err: loggedError } }
	return destination ? pino(options, destination) : pino(options)
}
