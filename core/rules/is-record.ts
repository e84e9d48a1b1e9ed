/** Whether an untrusted value (storage, an answer, a navigation) is an object. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null
