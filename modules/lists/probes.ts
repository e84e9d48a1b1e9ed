import { outsideProbe } from '#modules/backup/server/probe-outside.ts'
import type { ModuleVariables } from '#modules/lists/variable-groups.ts'
import { documentsProbe } from '#modules/tax-documents/server/open-tax-documents.ts'

/** What the check of an installation tries of a module. */
interface ModuleProbe {
	readonly what: string
	/** What a failure means. */
	readonly failure: string
	/** Returns a sentence; throws one for a problem. */
	readonly probe: (settings: { readonly env: ModuleVariables; readonly sellerRut: string | null }) => Promise<string>
}

/** What the check of an installation tries of modules. */
export const moduleProbes: readonly ModuleProbe[] = [documentsProbe, outsideProbe]
