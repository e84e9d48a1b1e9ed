import type { FastifyInstance } from 'fastify'
import type { PeriodQuery } from '#core/contract/lists.ts'
import { handle } from '#core/server/http/handle.ts'
import { isPerson, opensPage } from '#core/server/http/person.ts'
import { type CsvTable, csvOfTable, decimalComma, sendExport, tableOf } from '#core/server/lists/csv.ts'
import { defineModule } from '#core/server/module.ts'
import { readStock } from '#modules/catalog/staff/server/read-products.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import * as endpoints from '#modules/numbers/endpoints.ts'
import { funnelSteps } from '#modules/numbers/funnel.ts'
import { closeDay, readClosing } from '#modules/numbers/server/close-day.ts'
import { createStepCounter, type FunnelDeps, readFunnel, type StepCounter } from '#modules/numbers/server/funnel.ts'
import { readMoneyToCome } from '#modules/numbers/server/money-to-come.ts'
import { readSummary } from '#modules/numbers/server/summary.ts'
import { reportStep } from '#modules/numbers/step-endpoints.ts'

/** The figures of the panel, and the counter of the steps towards a payment. */
export const numbers = defineModule<StaffDeps>({
	name: 'numbers',
	open(services) {
		const steps = createStepCounter(services)
		const deps = { ...services, steps }
		return {
			watch: (app) => countHome(app, steps),
			async routes(app) {
				handle(app, endpoints.readSummary, async ({ query }) => await readSummary(deps, query))
				handle(app, endpoints.readMoneyToCome, async () => await readMoneyToCome(deps))
				handle(app, endpoints.readFunnel, async ({ query }) => await readFunnel(deps, query))
				handle(app, endpoints.readClosing, async ({ query }) => await readClosing(deps, query.dia))
				handle(app, endpoints.closeDay, ({ usuario, headers, body }) =>
					closeDay(deps, usuario.id, { ...body, key: headers['idempotency-key'] }),
				)
				handleFiles(app, deps)
				// The answer is the same whether a step counts or not.
				handle(app, reportStep, async ({ headers, body }) => {
					if (isPerson(headers)) steps.count(body)
					return null
				})
			},
			close: steps.close,
		}
	},
})

function handleFiles(app: FastifyInstance, deps: FunnelDeps): void {
	const files = [
		[endpoints.exportReorder, 'reposicion.csv', reorderTable],
		[endpoints.exportMoneyToCome, 'por_recibir.csv', moneyTable],
		[endpoints.exportFunnel, 'embudo.csv', funnelTable],
	] as const
	for (const [endpoint, archivo, read] of files) {
		handle(app, endpoint, async (request, reply) => {
			const { query } = request
			const table = await read(deps, query)
			return await sendExport(deps.db, request, reply, { archivo, filter: query }, csvOfTable(table))
		})
	}
}

/** Counts every view of Home, including cached copies. */
function countHome(app: FastifyInstance, steps: Pick<StepCounter, 'count'>): void {
	app.addHook('onResponse', async ({ method, routeOptions, headers }, { statusCode }) => {
		const isShown = method === 'GET' && routeOptions.url === '/' && (statusCode === 200 || statusCode === 304)
		if (isShown && isPerson(headers) && opensPage(headers)) steps.count({ paso: 'portada' })
	})
}

/** When to order each colour again. */
async function reorderTable(deps: Pick<StaffDeps, 'db' | 'clock'>): Promise<CsvTable> {
	const { results, dias_reposicion } = await readStock(deps)
	const rows = results.map((row) => ({ ...row, por_dia: decimalComma(row.por_dia), dias_reposicion }))
	const stock = ['sku', 'nombre', 'color', 'stock', 'vendidas', 'dias', 'por_dia'] as const
	return tableOf([...stock, 'dias_restantes', 'dias_reposicion', 'pedir_el'], rows)
}

/** The pay-outs to come, by day. */
async function moneyTable(deps: Pick<StaffDeps, 'db' | 'clock'>): Promise<CsvTable> {
	const { abonos } = await readMoneyToCome(deps)
	const amounts = ['cobrado', 'devuelto', 'en_disputa', 'comision', 'por_recibir'] as const
	return tableOf(['dia', 'gateway', 'pagos', ...amounts], abonos)
}

/** The funnel of each day. Fails as `readFunnel` does. */
async function funnelTable(deps: FunnelDeps, query: PeriodQuery): Promise<CsvTable> {
	return tableOf(['dia', ...funnelSteps], (await readFunnel(deps, query)).por_dia)
}
