import type { z } from 'zod'
import type { LimitName } from '#core/contract/limit-rules.ts'
import type { Permission, ReadPermission } from '#core/rules/permissions.ts'

type Changing = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Declaration {
	readonly method: 'GET' | Changing
	/** With its parameters as `:name`. A trailing slash is optional. */
	readonly path: `/api/${string}`
	/** The group of the OpenAPI document. */
	readonly tag: string
	readonly summary?: string
	readonly description?: string
	readonly params?: z.ZodObject
	readonly query?: z.ZodType
	readonly headers?: z.ZodType
	/** JSON; undefined without a body, or for a `form`. */
	readonly body?: z.ZodType
	/** The body is `multipart/form-data` and read by the handler. */
	readonly form?: true
	readonly answer: z.ZodType
	/** 200 by default. */
	readonly status?: 201 | 204
	/** Media types of an answer that is no JSON. */
	readonly produces?: readonly string[]
	/** Checked in this order, after the schemas; `por_defecto` counts every call on arrival. */
	readonly limits?: readonly LimitName[]
	/** Omitted in the OpenAPI document. */
	readonly hidden?: true
}

interface Open extends Declaration {
	readonly caller: 'anyone'
}
interface OfCustomer extends Declaration {
	/** Any logged-in account. */
	readonly caller: 'customer'
	/** Requires a proof of identity within ten minutes. */
	readonly freshProof: boolean
}
interface ReadByStaff extends Declaration {
	readonly caller: 'staff'
	readonly method: 'GET'
	readonly permission: Permission
	readonly freshProof: boolean
}
interface ChangedByStaff extends Declaration {
	readonly caller: 'staff'
	readonly method: Changing
	readonly permission: Exclude<Permission, ReadPermission>
	readonly freshProof: boolean
}

/** One call of the shop's API, declared for server, browser and OpenAPI document. */
export type Endpoint = Open | OfCustomer | ReadByStaff | ChangedByStaff

/** Declares a call. Only files named `endpoints.ts` or `*-endpoints.ts` declare calls, and they export nothing else. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
	return declaration
}

type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T
type Given<E extends Endpoint, Part extends string> = {
	[K in Part & keyof E as E[K] extends z.ZodType ? K : never]: Immutable<z.input<E[K] & z.ZodType>>
}
type Required<T> = { [K in keyof T as undefined extends T[K] ? never : object extends T[K] ? never : K]: T[K] }
/** Makes the keys of undefinable values optional. */
type Lenient<T> = Required<T> & Partial<T>
type AddressOf<E extends Endpoint> = Lenient<Given<E, 'params' | 'query'>>

/** The input of a call: its parameters, query and body. */
export type InputOf<E extends Endpoint> = AddressOf<E> &
	Given<E, 'body'> &
	(E extends { form: true } ? { body: FormData } : unknown)

/** The arguments after an endpoint: the input is optional when none of it is required. */
export type Arguments<Input, Options extends unknown[] = []> = object extends Input
	? [input?: Input, ...Options]
	: [input: Input, ...Options]

/** The data of a successful answer. */
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>

/** The path and query of a call, e.g. for a link. Undefined and empty values of the query are omitted. */
export function addressOf<E extends Endpoint>({ path }: E, ...[input]: Arguments<AddressOf<E>>): string {
	return writeAddress(path, input ?? {})
}

interface AddressParts {
	readonly params?: unknown
	readonly query?: unknown
}

const entriesOf = (value: unknown) => Object.entries((value ?? {}) as Readonly<Record<string, unknown>>)

/** Inserts the parameters into `path` and adds the query. */
export function writeAddress(path: string, { params, query }: AddressParts): string {
	const filled = entriesOf(params).reduce(
		(text, [name, value]) => text.replace(`:${name}`, encodeURIComponent(String(value))),
		path,
	)
	const given = entriesOf(query).filter(([, value]) => value !== undefined && value !== '')
	if (given.length === 0) return filled
	return `${filled}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
