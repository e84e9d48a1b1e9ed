/** Whether an untrusted value is one of a closed list. */
export function isMember<const Value extends string>(values: readonly Value[], value: unknown): value is Value {
	return values.some((known) => known === value)
}
