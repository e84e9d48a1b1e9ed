import { DrizzleQueryError } from 'drizzle-orm'
import { PgPreparedQuery } from 'drizzle-orm/pg-core'

/** Fields in which the query library and the drivers repeat a statement's values or the conflicting row. */
const quotingFields = ['params', 'parameters', 'detail', 'where', 'internalQuery']
/** PostgreSQL's messages about data (class 22) quote it. */
const isAboutData = (error: Error) => 'code' in error && typeof error.code === 'string' && error.code.startsWith('22')

function withoutValues(error: Error): Error {
	for (const field of quotingFields) Reflect.deleteProperty(error, field)
	if (error instanceof DrizzleQueryError) rename(error, error.message.replace(/\nparams:[\s\S]*$/, ''))
	else if (isAboutData(error)) rename(error, 'the database refused the data')
	if (error.cause instanceof Error) withoutValues(error.cause)
	return error
}

/** A stack begins with the error's original message. */
function rename(error: Error, message: string): void {
	const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
	error.message = message
	error.stack = [`${error.name}: ${message}`, ...stack].join('\n')
}

interface Runner {
	queryWithCache(...args: unknown[]): Promise<unknown>
}
let isHidden = false

/** Removes the values of a failed statement from its error, in both engines, before it is logged or printed. */
export function hideQueryValues(): void {
	if (isHidden) return
	isHidden = true
	// Every statement runs through this method, in which the library creates its error.
	const prototype = PgPreparedQuery.prototype as unknown as Runner
	const run = prototype.queryWithCache
	prototype.queryWithCache = async function (this: unknown, ...args) {
		try {
			return await run.apply(this as Runner, args)
		} catch (error) {
			throw error instanceof Error ? withoutValues(error) : error
		}
	}
}

/** Whether a statement failed because of this constraint, such as a unique index. */
export function breaksRule(error: unknown, rule: string): boolean {
	const cause = error instanceof Error ? error.cause : undefined
	return cause instanceof Error && 'constraint' in cause && cause.constraint === rule
}
