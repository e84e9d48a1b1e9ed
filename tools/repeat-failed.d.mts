export const mostRepeated: number
export function readReport(path: string): unknown
export function failedUnits(report: unknown): { files: string[]; tests: string[] }
export function failedJourneys(report: unknown): string[]
export function judgeRepeated(first: readonly string[], second: readonly string[]): { red: string[]; flaky: string[] }
