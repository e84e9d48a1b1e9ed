import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Failure } from '#core/contract/failure.ts'
import type { SecurityRecorder } from '#core/server/http/security.ts'
import type { JobHandlers } from '#core/server/jobs/jobs.ts'

/** A rule for staff: `segundo_factor_at` is null without a second factor. */
export type StaffRule = (account: { readonly segundo_factor_at: Date | null }) => Failure | undefined

/** What a module adds to one process of the shop. */
export interface ModuleParts {
	/** Records security-relevant events of requests. At most one module has it. */
	readonly security?: SecurityRecorder
	/** Adds hooks to the application, before its first route. */
	readonly watch?: (app: FastifyInstance) => void
	/** Its calls. */
	readonly routes?: FastifyPluginAsync
	/** The handlers of its queues: no other module handles them. */
	readonly jobs?: Partial<JobHandlers>
	/** Refuses a staff account in the panel, by the failure that it returns. */
	readonly staffRule?: StaffRule
	/** Releases what it opened, before the database closes. */
	readonly close?: () => Promise<void>
}

/**
 * A feature that the shop works without. `modules/lists/index.ts` lists them; what they do inside the transactions of other
 * modules is listed in `modules/lists/hooks.ts`, what they show on screens in `modules/lists/web`.
 */
export interface ShopModule<Services> {
	readonly name: string
	/** Opens the module in one process. It registers nothing itself. */
	readonly open: (services: Services) => ModuleParts | Promise<ModuleParts>
}

/** Declares a module; `services` names what it needs of the shop. */
export const defineModule = <Services>(module: ShopModule<Services>): ShopModule<Services> => module

/** The handlers of all modules. @throws for a queue that two of them handle. */
export function jobsOf(parts: readonly ModuleParts[]): Partial<JobHandlers> {
	const all: Partial<JobHandlers> = {}
	for (const { jobs = {} } of parts) {
		const twice = Object.keys(jobs).find((name) => name in all)
		if (twice !== undefined) throw new Error(`two modules handle the queue ${twice}`)
		Object.assign(all, jobs)
	}
	return all
}
