import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import type { Mailer } from '#core/server/mail/smtp-mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const mail = { id: 'orden:1/recibida', to: 'ana@correo.cl', subject: 'Hola', text: 'Hola', html: '<p>Hola</p>' }

/** A mail server with a self-signed certificate; records whether each mail was encrypted. */
async function aServer(secure: boolean, options: { disabledCommands?: string[] } = {}) {
	const sessions: SMTPServerSession[] = []
	const passwords: string[] = []
	const server = new SMTPServer({
		secure,
		...options,
		authMethods: ['PLAIN', 'LOGIN'],
		allowInsecureAuth: true,
		onAuth(auth, session, done) {
			passwords.push(`${auth.password} ${session.secure ? 'cifrada' : 'a la vista'}`)
			done(null, { user: auth.username ?? '' })
		},
		onData(stream, session, done) {
			sessions.push(session)
			stream.resume()
			stream.on('end', () => done())
		},
	})
	server.on('error', () => {})
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
	const { port } = server.server.address() as AddressInfo
	const at = `tienda:clave@127.0.0.1:${port}`
	return { server, sessions, passwords, at }
}

describe('mail over SMTP with TLS', () => {
	let server: SMTPServer | undefined
	let mailer: Mailer | undefined
	const openMailer = (url: string) => {
		mailer = createSmtpMailer({ url, from: 'Premium Shaker <hola@premiumshaker.cl>' })
		return mailer
	}
	afterEach(async () => {
		await mailer?.close()
		await new Promise<void>((done) => (server ? server.close(() => done()) : done()))
	})

	test.each([
		['smtps, TLS from the first byte', true, 'smtps'],
		['smtp, TLS by STARTTLS', false, 'smtp'],
	] as const)('is encrypted by %s, with its password', async (_name, secure, scheme) => {
		const one = await aServer(secure)
		server = one.server
		await openMailer(`${scheme}://${one.at}?tls.rejectUnauthorized=false`).send(mail)
		expect(one.sessions).toHaveLength(1)
		expect(one.sessions[0]?.secure).toBe(true)
		expect(one.passwords).toEqual(['clave cifrada'])
	})

	test.each([
		[true, 'smtps'],
		[false, 'smtp'],
	] as const)('is not sent to a server with an untrusted certificate (secure: %s)', async (secure, scheme) => {
		const one = await aServer(secure)
		server = one.server
		await expect(openMailer(`${scheme}://${one.at}`).send(mail)).rejects.toThrow(/certificate/i)
		expect(one.passwords).toEqual([])
	})

	test('never shows a password to a server that offers no encryption', async () => {
		const one = await aServer(false, { disabledCommands: ['STARTTLS'] })
		server = one.server
		await expect(openMailer(`smtp://${one.at}`).send(mail)).rejects.toThrow()
		expect(one.passwords).toEqual([])
	})
})
