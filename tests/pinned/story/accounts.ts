import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { usuarios } from '#core/server/users/tables.ts'
import { mailProvingLink } from '#modules/accounts/server/account-mails.ts'
import { callsOf, linkIn, logInWithGoogle, type Story } from '#tests/pinned/story/storyteller.ts'
import { aCustomer, logIn, type TestCustomer } from '#tests/shop-helpers.ts'
import { createVirtualPasskey } from '#tests/virtual-passkey.ts'

/** An account from registration to deletion: profile, sessions, passwords, second factors, Google. */
export async function runAccounts(story: Story): Promise<void> {
	const ana = await aCustomer(story.shop, 'Ana')
	await runProfile(story, ana)
	await runSessions(story, ana)
	await runPasswords(story, ana)
	await runCodes(story)
	await runPasskeys(story)
	await logInWithGoogle(story)
	const leaving = await aCustomer(story.shop, 'Nora')
	await callsOf(story, leaving.access).answer('POST', '/api/perfil/eliminar/', { password: leaving.password })
}

async function runProfile(story: Story, { access, email }: TestCustomer): Promise<void> {
	const own = callsOf(story, access)
	await own.answer('GET', '/api/perfil/')
	await own.answer('PATCH', '/api/perfil/', { telefono: '987654321', direccion: 'Los Leones 1250, 501' })
	await own.answer('GET', '/api/perfil/ordenes/')
	await own.answer('PUT', '/api/perfil/carrito/', { carrito: [] })
	await own.answer('GET', '/api/perfil/datos/')
	await mailLink(story, email)
	const token = await linkIn(story, email, /\/confirmar-correo\/(\S+)/)
	await callsOf(story).answer('POST', '/api/confirmar_correo/', { token })
}

/** Provokes the mail that asks an account to verify its address before it may order more. */
async function mailLink({ shop }: Story, email: string): Promise<void> {
	const [account] = await shop.database.db.select().from(usuarios).where(eq(usuarios.email, email))
	if (account) await mailProvingLink(shop.payments, account)
}

async function runSessions(story: Story, { access, email, password }: TestCustomer): Promise<void> {
	const { shop } = story
	const visitor = callsOf(story)
	const other = await logIn(shop, email, password)
	const next = await visitor.json<{ refresh: string }>('POST', '/api/token/refresh/', { refresh: other.refresh })
	await visitor.answer('POST', '/api/token/logout/', { refresh: next.refresh })
	await logIn(shop, email, password)
	const own = callsOf(story, access)
	const { results } = await own.json<{ results: { id: string; actual: boolean }[] }>('GET', '/api/perfil/sesiones/')
	await own.answer('DELETE', `/api/perfil/sesiones/${results.find(({ actual }) => !actual)?.id}/`)
}

async function runPasswords(story: Story, { access, email, password }: TestCustomer): Promise<void> {
	const visitor = callsOf(story)
	const own = callsOf(story, access)
	await own.answer('POST', '/api/perfil/identidad/', { password })
	await own.answer('POST', '/api/perfil/clave/', { password, new_password: 'tres palabras juntas' })
	await visitor.answer('POST', '/api/auth/password-reset/', { email })
	const link = await linkIn(story, email, /\/reset-password\/(\S+)/)
	const [uid = '', token = ''] = link.split('/')
	await visitor.answer('GET', `/api/auth/password-reset/validate/?uid=${uid}&token=${token}`)
	await visitor.answer('POST', '/api/auth/password-reset/confirm/', {
		uid,
		token,
		new_password: 'cuatro palabras bien juntas',
	})
}

/** First step of a login with a second factor. */
async function firstStep({ shop }: Story, { email, password }: TestCustomer): Promise<string> {
	const payload = { username: email, password }
	const answer = await shop.app.inject({ method: 'POST', url: '/api/token/', payload })
	return answer.json<{ ficha: string }>().ficha
}

async function runCodes(story: Story): Promise<void> {
	const { clock } = story.shop
	const customer = await aCustomer(story.shop, 'Rosa')
	const own = callsOf(story, customer.access)
	const factors = '/api/perfil/segundo_factor'
	const { secreto } = await own.json<{ secreto: string }>('POST', `${factors}/app/`)
	const totp = new TOTP({ secret: Secret.fromBase32(secreto) })
	const codigo = () => totp.generate({ timestamp: clock.now().getTime() })
	await own.answer('POST', `${factors}/app/confirmar/`, { codigo: codigo() })
	await own.answer('POST', `${factors}/codigos/`)
	await own.answer('GET', `${factors}/`)
	clock.advanceMinutes(1)
	const ficha = await firstStep(story, customer)
	await callsOf(story).answer('POST', '/api/token/segundo_factor/', { ficha, codigo: codigo() })
	await own.answer('DELETE', `${factors}/app/`)
}

async function runPasskeys(story: Story): Promise<void> {
	const customer = await aCustomer(story.shop, 'Elsa')
	const own = callsOf(story, customer.access)
	const passkey = createVirtualPasskey(story.shop.env.publicUrl)
	const keys = '/api/perfil/segundo_factor/llaves/'
	type Options = Parameters<typeof passkey.show>[0]
	await own.answer('POST', keys, passkey.register(await own.json<Options>('POST', `${keys}opciones/`)))
	await own.answer('GET', '/api/perfil/segundo_factor/')
	const ficha = await firstStep(story, customer)
	const visitor = callsOf(story)
	const asked = await visitor.json<Options>('POST', '/api/token/segundo_factor/llave/', { ficha })
	await visitor.answer('POST', '/api/token/segundo_factor/', { ficha, llave: passkey.show(asked) })
	await own.answer('POST', '/api/perfil/identidad/llave/')
	await own.answer('DELETE', `${keys}${passkey.id}/`)
}
