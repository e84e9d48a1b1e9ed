import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Html, html } from './look.ts'

/**
 * Faults of the next calls. `lento`: done after `demora_ms`; `basura`: 200 with a page that is no JSON; `corte`: dropped
 * before anything is done; `corte_despues`: done, then dropped.
 */
const faultTexts = {
	'500': 'Responde 500',
	'503': 'Responde 503',
	'429': 'Responde 429: demasiadas llamadas',
	lento: 'Hace lo pedido, pero tarde',
	basura: 'Responde una página en lugar de datos',
	corte: 'Corta sin hacer nada',
	corte_despues: 'Hace lo pedido y corta antes de responder',
} as const

type FaultKind = keyof typeof faultTexts
const faultKinds = Object.keys(faultTexts) as [FaultKind, ...FaultKind[]]

const faultSchema = z.object({
	tipo: z.enum(faultKinds),
	veces: z.coerce.number().int().min(0).max(1_000_000).default(1),
	/** Only calls whose path contains this text. */
	ruta: z.string().max(200).default(''),
	demora_ms: z.coerce.number().int().min(0).max(120_000).default(15_000),
})

type Fault = z.output<typeof faultSchema>

declare module 'fastify' {
	interface FastifyRequest {
		/** Whether this call's answer is dropped after its work. */
		losesAnswer?: boolean
		/** Delay of this call. */
		durationMs?: number
	}
}

export interface FaultSwitch<Settings> {
	/** Hook for the provider's own calls; pages and the fault switch never fail. */
	readonly guard: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
	/** Default behaviour of this provider. */
	settings(): Settings
	/** Form of the operator's page. */
	form(): Html
}

async function misbehave(fault: Fault, request: FastifyRequest, reply: FastifyReply) {
	switch (fault.tipo) {
		case '500':
		case '503':
			return reply.code(Number(fault.tipo)).send({ message: 'internal_error', error: 'internal_error' })
		case '429':
			return reply
				.code(429)
				.header('retry-after', '1')
				.send({ message: 'too_many_requests', error: 'too_many_requests' })
		case 'basura':
			return reply.code(200).type('text/html').send('<html><body>En mantención</body></html>')
		case 'corte':
			reply.hijack()
			request.raw.socket.destroy()
			return reply
		case 'corte_despues':
			request.losesAnswer = true
			return undefined
		case 'lento':
			request.durationMs = fault.demora_ms
			return undefined
	}
}

function faultLine({ tipo, veces, ruta }: Fault): Html {
	const times = veces === 1 ? 'una vez' : `${veces} veces`
	return html`<li>${faultTexts[tipo]}: ${times}${ruta && `, en rutas con «${ruta}»`}</li>`
}

function faultForm(prefix: string, faults: readonly Fault[]): Html {
	const kinds = Object.entries(faultTexts).map(([kind, text]) => html`<option value="${kind}">${text}</option>`)
	const waiting = faults.length === 0 ? 'ninguna puesta' : `${faults.length} en espera`
	return html`<details class="card"><summary>Fallas de las próximas llamadas (${waiting})</summary>
<ul>${faults.map(faultLine)}</ul>
<form method="post" action="${prefix}/_faults">
<label class="field">Qué hace mal <select name="tipo">${kinds}</select></label>
<label class="field">Cuántas veces <input type="number" name="veces" value="1" min="1"></label>
<label class="field">Solo en rutas que contienen (vacío: en todas) <input type="text" name="ruta"></label>
<label class="field">Si responde tarde, con cuántos milisegundos <input type="number" name="demora_ms" value="15000" min="0" max="120000"></label>
<div class="actions"><button>Provocar la falla</button><button name="borrar" value="si">Quitar todas las fallas</button></div>
</form></details>`
}

/** Applies the faults that act later: a slow answer, or one lost after the work. */
function answerLateOrNever(app: FastifyInstance): void {
	const stopped = new AbortController()
	app.addHook('preClose', async () => stopped.abort())

	// After the body is read, so a call is done late rather than lost when its client disconnects.
	app.addHook('preHandler', async ({ durationMs }) => {
		if (durationMs === undefined) return
		await wait(durationMs, undefined, { signal: stopped.signal }).catch((error: unknown) => {
			if (!stopped.signal.aborted) throw error
		})
	})
	app.addHook('onSend', async (request, _reply, payload) => {
		if (request.losesAnswer) request.raw.socket.destroy()
		return payload
	})
}

/**
 * Adds `GET`, `POST` and `DELETE _faults`. POST (JSON or form) adds one fault, or `{fallas, ajustes}`; DELETE, or `borrar`,
 * resets.
 */
export function faultSwitch<Shape extends z.ZodRawShape>(
	app: FastifyInstance,
	settingsSchema: z.ZodObject<Shape>,
): FaultSwitch<z.output<z.ZodObject<Shape>>> {
	let faults: Fault[] = []
	let settings = settingsSchema.parse({})
	answerLateOrNever(app)

	function clear() {
		faults = []
		settings = settingsSchema.parse({})
		return { fallas: faults, ajustes: settings }
	}

	app.get('/_faults', async () => ({ fallas: faults, ajustes: settings }))
	app.delete('/_faults', async () => clear())
	app.post('/_faults', async (request, reply) => {
		const body = (request.body ?? {}) as Record<string, unknown>
		if (body.borrar) clear()
		else {
			const given = body.fallas ?? (body.tipo ? [body] : [])
			const parsed = z.array(faultSchema).max(100).safeParse(given)
			const adjusted = settingsSchema.safeParse({ ...settings, ...(body.ajustes as object | undefined) })
			const failed = parsed.error ?? adjusted.error
			if (failed) return reply.code(400).send({ message: z.prettifyError(failed) })
			faults = [...faults, ...(parsed.data ?? [])].slice(-1_000)
			settings = adjusted.data ?? settings
		}
		const isForm = String(request.headers['content-type']).startsWith('application/x-www-form-urlencoded')
		return isForm ? reply.redirect(`${app.prefix}/`, 303) : { fallas: faults, ajustes: settings }
	})

	return {
		async guard(request, reply) {
			const fault = faults.find((one) => one.veces > 0 && request.url.includes(one.ruta))
			if (!fault) return undefined
			fault.veces -= 1
			faults = faults.filter((one) => one.veces > 0)
			return misbehave(fault, request, reply)
		},
		settings: () => settings,
		form: () => faultForm(app.prefix, faults),
	}
}
