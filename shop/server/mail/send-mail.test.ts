import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MailTemplate } from '#core/rules/mails.ts'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { FromNewerVersion } from '#core/server/jobs/jobs.ts'
import type { Mail } from '#core/server/mail/smtp-mailer.ts'
import { createSigner } from '#core/server/platform/secrets.ts'
import { readOrderLink } from '#modules/orders/server/order-links.ts'
import { correos } from '#modules/orders/tables.ts'
import { createSendMail } from '#shop/server/mail/send-mail.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { sampleData, sampleOrder, sampleShop } from '#tests/sample-mails.ts'

const id = '0b9c8f0e-58f5-4b53-8f6c-2a4a2a0c9b01'
const clock = { now: () => new Date('2026-11-20T15:06:00Z') }
const signer = createSigner(['a secret of at least thirty-two characters'])

let database: OpenDatabase
let sent: Mail[]
let refusals: number

beforeAll(async () => {
	database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
	sent = []
	refusals = 0
	await database.db.delete(correos)
})

const sendMail = (mailId: string) =>
	createSendMail({
		db: database.db,
		clock,
		signer,
		resetLinks: { linkOf: sampleShop.resetLink },
		publicUrl: sampleShop.publicUrl,
		mailer: {
			async send(mail) {
				if (refusals-- > 0) throw new Error('451 later')
				sent.push(mail)
			},
		},
	})(mailId)

async function writeDown(
	plantilla: MailTemplate,
	datos: unknown,
	others: { enviado_at?: Date; destinatario?: string } = {},
) {
	await database.db
		.insert(correos)
		.values({ id, clave: `${plantilla}:1`, plantilla, destinatario: 'ana@correo.cl', datos, ...others })
}

async function sentAt() {
	const [row] = await database.db.select().from(correos).where(eq(correos.id, id))
	return row?.enviado_at
}

test('sends a mail under its own id and stores the time', async () => {
	await writeDown('orden_recibida', sampleOrder)
	await sendMail(id)
	expect(sent).toMatchObject([{ id, to: 'ana@correo.cl', subject: 'Recibimos tu pedido · Orden N° 1042' }])
	expect(await sentAt()).toEqual(clock.now())
})

test('leaves a mail with a newer template to a process of that version', async () => {
	await writeDown('de_una_version_nueva' as MailTemplate, sampleOrder)
	await expect(sendMail(id)).rejects.toThrow(FromNewerVersion)
	expect([sent, await sentAt()]).toEqual([[], null])
})

test('inserts a link that opens the order', async () => {
	await writeDown('orden_recibida', sampleOrder)
	await sendMail(id)
	const token = /https:\/\/premiumshaker\.cl\/orden\/(\S+)/.exec(sent[0]?.text ?? '')?.[1] ?? ''
	expect(readOrderLink({ signer, clock }, token)).toEqual({ orden_id: sampleOrder.orden_id, isMailed: true })
})

test('sends a mail once, however often the job runs', async () => {
	await writeDown('recuperar_clave', sampleData.recuperar_clave)
	await sendMail(id)
	await sendMail(id)
	expect(sent).toHaveLength(1)
})

test('sends no mail to an anonymized customer', async () => {
	await writeDown('orden_recibida', {}, { enviado_at: new Date('2026-11-20T15:00:00Z'), destinatario: '' })
	await sendMail(id)
	expect(sent).toEqual([])
	expect(await sentAt()).toEqual(new Date('2026-11-20T15:00:00Z'))
})

test('completes a mail about an order anonymized earlier', async () => {
	await writeDown('pago_confirmado', sampleOrder, { destinatario: '' })
	await sendMail(id)
	expect(sent).toEqual([])
	expect(await sentAt()).toEqual(clock.now())
})

test('fails when the mail server rejects it, and sends the same mail on the retry', async () => {
	await writeDown('orden_recibida', sampleOrder)
	refusals = 1
	await expect(sendMail(id)).rejects.toThrow('451 later')
	expect(await sentAt()).toBeNull()
	await sendMail(id)
	expect(sent.map((mail) => mail.id)).toEqual([id])
})

test('fails on a mail that cannot be rendered, and sends nothing for one that was deleted', async () => {
	await writeDown('orden_recibida', { nro_orden: 1 })
	await expect(sendMail(id)).rejects.toThrow()
	await sendMail('0b9c8f0e-58f5-4b53-8f6c-2a4a2a0c9b02')
	expect(sent).toEqual([])
	expect(await sentAt()).toBeNull()
})
