export function ensureBuilt(): void
export const node: string
export const root: string
export const patchedNode: readonly string[]
export const platformPackages: readonly string[]
export function isPatchedNode(version: string): boolean
export const quickImports: readonly string[]
