/** Years below are a year half typed: `2026` passes through `0002`, `0020` and `0202`. */
const firstYear = 2000

/** Whether a date field holds what was meant, so that it counts at once. A cleared field does, one half filled in does not. */
export function isWholeDate(value: string, isHalfFilled: boolean): boolean {
	return value === '' ? !isHalfFilled : Number(value.slice(0, value.indexOf('-'))) >= firstYear
}
