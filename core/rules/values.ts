/** Whether an untrusted value is one of a closed list. */
export function isMember<const Value extends string>(values: readonly Value[], value: unknown): value is Value {
	return values.some((known) => known === value)
}

/** Whether an untrusted value (storage, an answer, a navigation) is an object. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null
