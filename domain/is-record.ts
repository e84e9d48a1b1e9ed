/** Whether the fields of a value that came from elsewhere (storage, an answer, a navigation) can be looked at. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null
