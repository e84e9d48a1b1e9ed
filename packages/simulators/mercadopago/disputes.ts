import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { html } from '../look.ts'
import type { PayParts } from './pay.ts'
import { type Dispute, type Payment, providerDate } from './records.ts'

/** Days for a shop to document a chargeback. */
const paperDays = 10

/** Payment state by state of its dispute. */
const paymentStates = {
	contracargo: {
		abierta: ['charged_back', 'in_process'],
		ganada: ['charged_back', 'reimbursed'],
		perdida: ['charged_back', 'settled'],
	},
	reclamo: {
		abierta: ['in_mediation', 'pending'],
		ganada: ['approved', 'accredited'],
		perdida: ['refunded', 'refunded'],
	},
} as const

function showChargeback(dispute: Dispute, payment: Payment) {
	const deadline = new Date(new Date(dispute.date_created).getTime() + paperDays * 86_400_000)
	return {
		id: String(dispute.id),
		payments: [dispute.payment_id],
		currency: payment.currency_id,
		amount: payment.transaction_amount,
		reason: 'fraud',
		coverage_applied: dispute.estado === 'abierta' ? null : dispute.estado === 'ganada',
		coverage_elegible: true,
		documentation_required: true,
		documentation_status: dispute.estado === 'abierta' ? 'pending' : 'valid',
		documentation: [],
		date_documentation_deadline: providerDate(deadline),
		date_created: dispute.date_created,
		date_last_updated: dispute.date_last_updated,
		live_mode: false,
	}
}

function showClaim(dispute: Dispute) {
	const benefited = dispute.estado === 'perdida' ? ['complainant'] : ['respondent']
	return {
		id: dispute.id,
		resource: 'payment',
		resource_id: dispute.payment_id,
		status: dispute.estado === 'abierta' ? 'opened' : 'closed',
		type: 'mediations',
		stage: 'dispute',
		reason_id: 'PDD9939',
		resolution: dispute.estado === 'abierta' ? null : { reason: 'dispute_closed', benefited, closed_by: 'mediator' },
		site_id: 'MLC',
		date_created: dispute.date_created,
		last_updated: dispute.date_last_updated,
	}
}

/** Chargebacks and claims in the provider's format. */
export function disputeRoutes(api: FastifyInstance, { records }: Pick<PayParts, 'records'>): void {
	type Params = { Params: { id: string } }
	const missing = { message: 'not_found', error: 'not_found', status: 404 }
	const find = (id: string, tipo: Dispute['tipo']) => {
		const dispute = records.disputes.get(id)
		return dispute?.tipo === tipo ? dispute : undefined
	}
	api.get<Params>('/v1/chargebacks/:id', async ({ params }, reply) => {
		const dispute = find(params.id, 'contracargo')
		const payment = dispute && records.payments.get(String(dispute.payment_id))
		return dispute && payment ? showChargeback(dispute, payment) : reply.code(404).send(missing)
	})
	api.get<Params>('/post-purchase/v1/claims/:id', async ({ params }, reply) => {
		const dispute = find(params.id, 'reclamo')
		return dispute ? showClaim(dispute) : reply.code(404).send(missing)
	})
}

const moveSchema = z.object({
	accion: z.enum(['contracargo', 'reclamo', 'fraude', 'ganar', 'perder']),
	aviso: z.enum(['normal', 'forjada', 'nunca']).default('normal'),
})

/** Operator buttons that open and settle a dispute. */
export function disputeForm(prefix: string, payment: Payment) {
	const texts = {
		contracargo: 'Abrir contracargo',
		reclamo: 'Abrir reclamo',
		fraude: 'Avisar de fraude',
		ganar: 'Gana la tienda',
		perder: 'Gana el cliente',
	}
	return html`<form method="post" action="${prefix}/operador/pagos/${payment.id}/disputa"><p>Alguien lo discute:
${Object.entries(texts).map(([name, text]) => html`<button name="accion" value="${name}">${text}</button> `)}</p></form>`
}

/** Routes of those buttons. The shop is notified of the dispute and of its payment. */
export function disputePages(app: FastifyInstance, { records, notifier }: PayParts): void {
	app.post<{ Params: { id: string } }>('/operador/pagos/:id/disputa', async (request, reply) => {
		const parsed = moveSchema.safeParse(request.body)
		const payment = records.payments.get(request.params.id)
		const preference = payment && records.preferences.get(payment.preference_id)
		if (!parsed.success || !payment || !preference) return reply.code(404).send({ message: 'Payment not found' })
		const { accion, aviso } = parsed.data
		if (accion === 'fraude') {
			notifier.warn(payment, preference, aviso)
			return reply.redirect(`${app.prefix}/`, 303)
		}
		const isEnd = accion === 'ganar' || accion === 'perder'
		const open = records.disputes.values().findLast((one) => one.payment_id === payment.id && one.estado === 'abierta')
		if (isEnd && !open) return reply.code(409).send({ message: 'nobody disputes this payment' })
		const dispute = isEnd
			? open && records.endDispute(open, accion === 'ganar' ? 'ganada' : 'perdida')
			: records.addDispute(payment, accion)
		if (!dispute) return reply.code(409).send({ message: 'nobody disputes this payment' })
		const [status, detail] = paymentStates[dispute.tipo][dispute.estado]
		const moved = records.movePayment(payment, status, detail)
		notifier.notifyDispute(dispute, preference, aviso)
		await notifier.notify(moved, preference, aviso, 0)
		return reply.redirect(`${app.prefix}/#disputa-${dispute.id}`, 303)
	})
}
