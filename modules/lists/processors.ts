import { backupProcessors } from '#modules/backup/server/backup-processors.ts'
import type { Processor } from '#modules/legal/processors.ts'
import type { ModuleVariables } from '#modules/lists/variable-groups.ts'
import { pushProcessors } from '#modules/push/server/push-processors.ts'
import { documentProcessors } from '#modules/tax-documents/server/document-processors.ts'

/** The companies that get data about people from modules, by the configuration. */
export const moduleProcessors: readonly ((env: ModuleVariables) => readonly Processor[])[] = [
	documentProcessors,
	pushProcessors,
	backupProcessors,
]
