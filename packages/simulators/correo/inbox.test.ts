import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startInbox } from './inbox.ts'

describe('the inbox', () => {
	let dataDir: string
	beforeEach(() => {
		dataDir = mkdtempSync(join(tmpdir(), 'inbox-'))
	})
	afterEach(() => rmSync(dataDir, { recursive: true }))

	async function deliver(smtpUrl: string, subject: string) {
		const transport = createTransport({ url: smtpUrl })
		await transport.sendMail({
			from: 'a@b.cl',
			to: 'ana@correo.cl',
			subject,
			html: `<script>x</script><b>${subject}</b>`,
		})
		transport.close()
	}

	async function pages(inbox: Awaited<ReturnType<typeof startInbox>>) {
		const app = Fastify()
		await app.register(inbox.plugin, { prefix: '/simuladores/correo' })
		return app
	}

	test('lists mails newest first, as JSON and as a page', async () => {
		const inbox = await startInbox({ dataDir })
		await deliver(inbox.smtpUrl, 'Primero')
		await deliver(inbox.smtpUrl, 'Segundo <i>')
		const app = await pages(inbox)
		const list = await app.inject({ url: '/simuladores/correo', headers: { accept: 'application/json' } })
		expect(list.json()).toMatchObject([{ subject: 'Segundo <i>', to: 'ana@correo.cl' }, { subject: 'Primero' }])
		const page = await app.inject('/simuladores/correo/')
		expect(page.body).toContain('Segundo &lt;i&gt;')
		await app.close()
		await inbox.close()
	})

	test('shows the HTML of a mail without running or loading anything', async () => {
		const inbox = await startInbox({ dataDir })
		await deliver(inbox.smtpUrl, 'Hola')
		const [mail] = inbox.mails()
		const app = await pages(inbox)
		const frame = await app.inject(`/simuladores/correo/${mail?.id}/html`)
		expect(frame.body).toContain('<b>Hola</b>')
		expect(frame.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
		expect(frame.headers['content-security-policy']).not.toContain('allow-scripts')
		await app.close()
		await inbox.close()
	})

	test('stores mails across a restart', async () => {
		const before = await startInbox({ dataDir })
		await deliver(before.smtpUrl, 'Antes')
		await before.close()
		const after = await startInbox({ dataDir })
		expect(after.mails().map((mail) => mail.subject)).toEqual(['Antes'])
		await after.close()
	})
})
