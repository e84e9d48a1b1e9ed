/** What tests need of set-up.mjs, which has to run before TypeScript can be read. */
export function ensureBuilt(): void
export const compiledOnce: string
export const frugal: { readonly options: readonly string[]; readonly env: Readonly<Record<string, string>> }
export const node: string
export const patchedNode: readonly string[]
export function isPatchedNode(version: string): boolean
export const quickImports: readonly string[]
