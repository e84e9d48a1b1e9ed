import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import { faultSwitch } from '../faults.ts'
import { openJournal, type Table } from '../journal.ts'
import { html, sendPage, serveStylesheet } from '../look.ts'
import { providerScope } from '../provider-scope.ts'
import { firstAccounts, type SimulatedAccount } from './accounts.ts'
import { answerPage, chooserPage } from './chooser-page.ts'
import { type KeyRecord, type Keys, openKeys } from './keys.ts'
import { mintToken, type Variant, variants } from './tokens.ts'

const variant = z.enum(Object.keys(variants) as [Variant, ...Variant[]]).default('normal')
const email = z.string().trim().toLowerCase().max(320)
const origin = z.url({ protocol: /^https?$/ }).transform((address) => new URL(address).origin)

const chooserSchema = z.object({
	client_id: z.string().min(1).max(300),
	nonce: z.string().max(500).default(''),
	origin,
})
const choiceSchema = chooserSchema.extend({
	email: email.min(3),
	name: z.string().trim().max(200).default(''),
	hd: z.string().trim().max(200).default(''),
	sin_verificar: z.string().optional(),
	variante: variant,
})
const mintSchema = z.object({
	email,
	name: z.string().max(200).default('Persona De Prueba'),
	client_id: z.string().max(300),
	nonce: z.string().max(500).optional(),
	hd: z.string().max(200).optional(),
	email_verified: z.boolean().default(true),
	variante: variant,
	claims: z.record(z.string(), z.unknown()).optional(),
})

interface Parts {
	readonly keys: Keys
	readonly accounts: Table<SimulatedAccount>
	readonly clock: () => Date
}

/** With a stricter opener policy the shop's page would lose its reference to the window. */
const letOpenerIn = (reply: FastifyReply) => reply.header('cross-origin-opener-policy', 'unsafe-none')

async function serveScripts(app: FastifyInstance) {
	const scripts = { '/gsi/client': 'client-script.js', '/gsi/respuesta.js': 'answer-script.js' }
	for (const [path, file] of Object.entries(scripts)) {
		const script = await readFile(join(import.meta.dirname, file), 'utf8')
		app.get(path, (_request, reply) =>
			reply
				.type('text/javascript; charset=utf-8')
				.header('cache-control', 'public, max-age=300')
				// Cross-origin pages may load it, as with the real provider.
				.header('cross-origin-resource-policy', 'cross-origin')
				.send(script),
		)
	}
}

function chooserRoutes(app: FastifyInstance, { keys, accounts, clock }: Parts) {
	const known = () => [...firstAccounts, ...accounts.values()]
	const refuse = (reply: FastifyReply) =>
		sendPage(reply, {
			title: 'Google',
			home: app.prefix,
			status: 400,
			body: html`<h1>Acceso bloqueado</h1><p>Error 400: invalid_request</p>`,
		})

	app.get('/gsi/select', async (request, reply) => {
		const parsed = chooserSchema.safeParse(request.query)
		if (!parsed.success) return refuse(reply)
		const body = chooserPage(app.prefix, parsed.data, known())
		return sendPage(letOpenerIn(reply), { title: 'Acceder con Google', home: app.prefix, body })
	})

	app.post('/gsi/select', async (request, reply) => {
		const choice = choiceSchema.safeParse(request.body)
		if (!choice.success) return refuse(reply)
		const { client_id, nonce, variante, name, hd, sin_verificar } = choice.data
		const existing = known().find((account) => account.email === choice.data.email)
		const typed: SimulatedAccount = {
			email: choice.data.email,
			name: name || choice.data.email,
			email_verified: sin_verificar === undefined,
			...(hd ? { hd } : {}),
		}
		const account = existing && name === '' ? existing : typed
		if (account === typed && !firstAccounts.some((first) => first.email === typed.email)) {
			accounts.put(typed.email, typed)
		}
		const credential = await mintToken(keys, { account, clientId: client_id, nonce, variant: variante }, clock)
		const body = answerPage(app.prefix, choice.data.origin, credential)
		return sendPage(letOpenerIn(reply), { title: 'Acceder con Google', home: app.prefix, body })
	})
}

function operatorRoutes(app: FastifyInstance, { keys, clock }: Parts) {
	app.post('/_token', async (request, reply) => {
		const parsed = mintSchema.safeParse(request.body)
		if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) })
		const { email, name, hd, email_verified, client_id, nonce, variante, claims } = parsed.data
		const account = { email, name, hd, email_verified }
		return {
			credential: await mintToken(keys, { account, clientId: client_id, nonce, variant: variante, claims }, clock),
		}
	})
	app.post('/_rotar', async (request) => {
		const { olvidar } = z.object({ olvidar: z.coerce.boolean().default(false) }).parse(request.body ?? {})
		await keys.rotate(olvidar)
		return keys.published()
	})
}

/**
 * Google sign-in: button script, account chooser, RS256 ID tokens and keys. `POST _token` mints any token, `POST _rotar`
 * rotates the keys; `dataDir` stores both.
 */
export function googleSimulator(options: { dataDir: string; clock?: () => Date }): FastifyPluginAsync {
	return async (app) => {
		const journal = openJournal(join(options.dataDir, 'google.jsonl'))
		app.addHook('onClose', async () => journal.close())
		const keys = openKeys(journal.table<KeyRecord>('llaves', 20))
		const parts = {
			keys,
			accounts: journal.table<SimulatedAccount>('cuentas', 200),
			clock: options.clock ?? (() => new Date()),
		}
		await keys.current()
		await providerScope(app)
		serveStylesheet(app)
		const faults = faultSwitch(app, z.object({}))
		await serveScripts(app)
		chooserRoutes(app, parts)
		operatorRoutes(app, parts)

		await app.register(async (api) => {
			api.addHook('onRequest', faults.guard)
			api.get('/oauth2/v3/certs', async (_request, reply) =>
				reply.header('cache-control', 'public, max-age=600').send(keys.published()),
			)
		})

		app.get('/', async (_request, reply) => {
			const people = [...firstAccounts, ...parts.accounts.values()].map(
				({ name, email }) => html`<li>${name}: ${email}</li>`,
			)
			const body = html`<h1>Google de mentira</h1><p>Las cuentas que se pueden elegir al entrar a la tienda.</p><ul>${people}</ul>
<p><a href="${app.prefix}/oauth2/v3/certs">Llaves públicas</a></p>${faults.form()}`
			return sendPage(reply, { title: 'Google', home: app.prefix, body })
		})
	}
}
