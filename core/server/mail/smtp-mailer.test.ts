import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Inbox, startInbox } from '@premium-shaker/simulators/correo'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mailer } from '#core/server/mail/smtp-mailer.ts'
import { createSmtpMailer, RecipientRefused } from './smtp-mailer.ts'

const mail = {
	id: 'orden:42/recibida',
	to: 'ana@correo.cl',
	subject: 'Recibimos tu pedido N° 42 ñ',
	text: 'Hola, Ana. Total $29.990',
	html: '<p>Hola, <b>Ana</b>. Total $29.990</p>',
}

describe('mail over SMTP', () => {
	let dataDir: string
	let inbox: Inbox
	let mailer: Mailer
	beforeEach(async () => {
		dataDir = mkdtempSync(join(tmpdir(), 'mail-'))
		inbox = await startInbox({ dataDir })
		mailer = createSmtpMailer({ url: inbox.smtpUrl, from: 'Premium Shaker <hola@premiumshaker.cl>' })
	})
	afterEach(async () => {
		await mailer.close()
		await inbox.close()
		rmSync(dataDir, { recursive: true })
	})

	test('arrives whole, with its letters', async () => {
		await mailer.send(mail)
		const [received] = inbox.mails()
		expect(received).toMatchObject({ to: mail.to, subject: mail.subject, from: 'hola@premiumshaker.cl' })
		expect(received?.text.trim()).toBe(mail.text)
		expect(received?.html.trim()).toBe(mail.html)
	})

	test('has the same Message-ID when sent again', async () => {
		await mailer.send(mail)
		await mailer.send(mail)
		const ids = inbox.mails().map((one) => one.message_id)
		expect(ids).toHaveLength(2)
		expect(new Set(ids)).toEqual(new Set(['<orden-42-recibida@premiumshaker.cl>']))
	})

	test.each([451, 550] as const)('throws for a %d of the server, so that it is retried', async (code) => {
		inbox.refuseNext(1, code)
		await expect(mailer.send(mail)).rejects.toThrow()
		expect(inbox.mails()).toEqual([])
		await mailer.send(mail)
		expect(inbox.mails()).toHaveLength(1)
	})

	test('throws RecipientRefused for a mailbox that does not exist, and for no other rejection', async () => {
		inbox.refuseRecipient(mail.to)
		await expect(mailer.send(mail)).rejects.toThrow(RecipientRefused)
		inbox.refuseNext(1, 550)
		await expect(mailer.send({ ...mail, to: 'eva@correo.cl' })).rejects.not.toThrow(RecipientRefused)
		await mailer.send({ ...mail, to: 'eva@correo.cl' })
	})

	test('throws without a server', async () => {
		const lost = createSmtpMailer({ url: 'smtp://127.0.0.1:9', from: 'a@b.cl' })
		await expect(lost.send(mail)).rejects.toThrow()
		await lost.close()
	})
})
