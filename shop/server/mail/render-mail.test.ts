import { describe, expect, test } from 'vitest'
import { caseReasons } from '#core/rules/audit-actions.ts'
import { type MailTemplate, mailTemplates } from '#core/rules/mails.ts'
import { whatsappAddress } from '#core/rules/whatsapp.ts'
import { isForCustomer } from '#modules/lists/mails.ts'
import { renderTemplate } from '#shop/server/mail/send-mail.ts'
import { sampleData, sampleOrder, sampleShop } from '#tests/sample-mails.ts'

const render = (plantilla: MailTemplate, datos: unknown) => renderTemplate(plantilla, datos, sampleShop)
/** The visible text of the HTML, as one line. */
const seen = (markup: string) =>
	markup
		.replace(/<(style|title)>.*?<\/\1>/gs, '')
		.replace(/<[^>]+>/g, ' ')
		.replace(/&#39;/g, "'")
		.replace(/&(nbsp|quot|lt|gt);/g, ' ')
		.replace(/\s+/g, ' ')

describe('isForCustomer', () => {
	const mail = (plantilla: string, destinatario = 'ana@correo.cl') => ({
		plantilla: plantilla as MailTemplate,
		destinatario,
	})

	test('accepts a mail to the customer of an order, and no mail to staff or an account', () => {
		expect(['orden_recibida', 'caso_staff', 'recuperar_clave'].map((name) => isForCustomer(mail(name)))).toEqual([
			true,
			false,
			false,
		])
	})

	test('rejects a mail without recipient, and a template of a newer version', () => {
		expect(isForCustomer(mail('orden_recibida', ''))).toBe(false)
		expect(isForCustomer(mail('plantilla_de_manana'))).toBe(false)
	})
})

describe.each(mailTemplates)('the mail %s', (plantilla) => {
	const mail = render(plantilla, sampleData[plantilla])

	test('has every amount and number of its HTML in plain text', () => {
		const facts = seen(mail.html).match(/\$[\d.]+|\b\d[\d.-]*\d\b/g) ?? []
		expect(facts.length).toBeGreaterThan(0)
		for (const fact of facts) expect(mail.text).toContain(fact)
		expect(mail.text).not.toMatch(/<|&[a-z]+;|undefined|null|NaN/)
	})

	test('has one button, and the same address in plain text', () => {
		const buttons = [...mail.html.matchAll(/<a class="button" href="([^"]+)"/g)]
		const [href, ...more] = buttons.map(([, address]) => address?.replaceAll('&amp;', '&'))
		expect(more).toEqual([])
		expect(href).toMatch(
			/^https:\/\/premiumshaker\.cl\/(orden|perfil|reset-password|confirmar-correo|forgot-password|api\/documentos|aviso|\?color)/,
		)
		expect(mail.text).toContain(`\n${href}\n`)
	})

	test('gives every picture its alt text and its size', () => {
		for (const [picture] of mail.html.matchAll(/<img [^>]+>/g)) {
			expect(picture).toMatch(/src="https:\/\/premiumshaker\.cl\/pictures\/shaker-(celeste|negro|rosado)\.png"/)
			expect(picture).toMatch(/alt="Premium Shaker \w+" width="\d+" height="\d+"/)
		}
	})

	test('names the seller', () => {
		const { razon_social, rut, direccion } = sampleShop.tienda
		for (const fact of [razon_social, rut, direccion]) {
			expect(seen(mail.html)).toContain(fact)
			expect(mail.text).toContain(fact)
		}
	})

	test('links WhatsApp for customers, and not for staff', () => {
		const address = whatsappAddress(sampleShop.tienda.telefono) ?? ''
		const isForStaff = /Aviso para el equipo/.test(mail.html)
		expect(mail.html.includes(`href="${address}"`)).toBe(!isForStaff)
		expect(mail.text.includes(`WhatsApp: ${address}`)).toBe(!isForStaff)
		expect(address).toMatch(/^https:\/\/wa\.me\/569/)
	})

	test('never lets typed text become markup or break the subject', () => {
		const evil = '<script>alert(1)</script>"\r\nBcc: otro@correo.cl'
		// Reasons of cases and of failed attempts are the shop's words, never typed text.
		const typed = plantilla === 'caso_staff' || plantilla === 'no_entregado' ? {} : { motivo: evil }
		const datos = { ...sampleData[plantilla], nombre: evil, direccion: evil, recibe: evil, ...typed }
		const { html, subject } = render(plantilla, datos)
		expect(html).not.toContain('<script')
		expect(subject).not.toMatch(/\p{Cc}/u)
	})

	test('throws for incomplete data', () => {
		expect(() => render(plantilla, {})).toThrow()
		const ofAWrongKind = Object.keys(sampleData[plantilla]).map((name) => [name, {}])
		expect(() => render(plantilla, Object.fromEntries(ofAWrongKind))).toThrow()
	})
})

describe('the confirmation of an order', () => {
	const textOf = (changes: object) => render('orden_recibida', { ...sampleOrder, ...changes }).text

	test('states lines, every part of the total, delivery, payment, rights and next steps', () => {
		const { text, subject } = render('orden_recibida', sampleOrder)
		expect(subject).toBe('Recibimos tu pedido · Orden N° 1042')
		for (const fact of [
			'2 × Premium Shaker Electric 650 ML (Celeste · $29.990 c/u): $59.980',
			'1 × Premium Shaker Electric 650 ML (Negro): $29.990',
			'Subtotal: $89.970',
			'Despacho: $3.500',
			'Descuento: −$5.000',
			'Total (IVA incluido): $88.470',
			'Despacho a: Los Leones 1250, 501',
			'Pago: Transferencia bancaria',
			'Fecha: 20 de noviembre de 2026',
			'tienes 10 días desde que recibes el producto',
			'dentro de 6 meses desde la entrega',
		]) {
			expect(text).toContain(fact)
		}
	})

	test('gives for a transfer the bank data, the exact sum and the deadline', () => {
		const text = textOf({})
		expect(text).toContain('Tienes 48 horas para transferir $88.470')
		expect(text).toContain('hasta el domingo 22 de noviembre a las 12:05')
		for (const fact of Object.values(sampleShop.banco)) expect(text).toContain(fact)
		expect(text).toContain('Comentario: Orden 1042')
	})

	test('sends a customer of a gateway to pay there, without the bank data', () => {
		const text = textOf({ metodo_pago: 'flow', expires_at: '2026-11-20T15:35:00.000Z' })
		expect(text).toContain('termina con Flow desde el botón')
		expect(text).toContain('hasta el viernes 20 de noviembre a las 12:35')
		expect(text).toContain('Ver y pagar mi pedido:\nhttps://')
		expect(text).not.toContain('001234567890')
	})

	test('names the station of a pickup, and cash as paid there', () => {
		const text = textOf({
			metodo_pago: 'efectivo',
			tipo_entrega: 'retiro',
			direccion: '',
			despacho: 0,
			expires_at: null,
		})
		expect(text).toContain(
			'Pagas $88.470 en efectivo al retirarlo. Te contactaremos para coordinar el retiro en metro Los Leones.',
		)
		expect(text).toContain('Retiras en: Metro Los Leones')
		expect(text).toContain('Retiro: Gratis')
	})

	test('states the promised day of the handover, if one was shown', () => {
		expect(textOf({})).toContain('Plazo: dentro de 3 días hábiles desde que confirmamos tu pedido')
		expect(textOf({ plazo_entrega: null })).not.toContain('Plazo')
	})

	test('requests nothing when nothing is due', () => {
		const text = textOf({ total: 0, descuento: 5000, subtotal: 5000, despacho: 0, expires_at: null })
		expect(text).toContain('No tienes nada que pagar.')
		expect(text).not.toContain('001234567890')
	})

	test("has the bottle's theme for an order of one colour", () => {
		const [celeste] = sampleOrder.carrito
		const single = render('orden_recibida', { ...sampleOrder, carrito: [celeste] }).html
		expect(single).toContain('background-color:#0a587f')
		expect(single.match(/<img /g)).toHaveLength(1)
		expect(render('orden_recibida', sampleOrder).html.match(/<img /g)).toHaveLength(2)
	})
})

describe('the other mails', () => {
	test('greet with the first name, or with none', () => {
		expect(render('pago_confirmado', sampleOrder).text).toContain('Hola, Ana. Recibimos')
		expect(render('pago_confirmado', { ...sampleOrder, nombre: '' }).text).toContain('Hola. Recibimos')
		for (const nombre of ['María-José', 'D’Angelo', 'Ñancu', 'Ma. Ignacia', '李'])
			expect(render('pago_confirmado', { ...sampleOrder, nombre }).text).toContain(`Hola, ${nombre.split('.')[0]}. Rec`)
	})

	test.each([
		'https://evil.example/premio',
		'evil.example',
		'www.evil.example x',
		'a@evil.example',
		'Ana\u{202e}',
		'¡GANASTE!',
	])('omits the name %j, which may be a message to the owner of another address', (nombre) => {
		const { text, html } = render('recuperar_clave', { ...sampleData.recuperar_clave, nombre })
		expect(text).toContain('Hola. Pediste')
		expect(html).not.toContain(nombre)
	})

	test('explain to staff in sentences why an order is a case', () => {
		const mails = caseReasons.map((motivo) => render('caso_staff', { ...sampleOrder, motivo }))
		expect(new Set(mails.map(({ subject }) => subject)).size).toBe(caseReasons.length)
		for (const { text } of mails) expect(text).not.toMatch(/[a-z]_[a-z]/)
		expect(() => render('caso_staff', { ...sampleOrder, motivo: 'algo_nuevo' })).toThrow('motivo')
	})

	test.each(['orden_recibida', 'pago_confirmado'] as const)(
		'state in %s the contents of the written confirmation of Ley 19.496',
		(plantilla) => {
			const { text } = render(plantilla, sampleData[plantilla])
			expect(text).toContain('10 días desde que recibes el producto')
			expect(text).toContain('6 meses desde la entrega')
			expect(text).toContain(`${sampleShop.publicUrl}/politicas`)
		},
	)

	test.each([
		['comprobante_staff', `orden=${sampleOrder.orden_id}`],
		['caso_staff', `orden=${sampleOrder.orden_id}`],
		['stock_bajo', 'seccion=stock'],
		['alarma_correos', 'seccion=trabajos'],
		['mapas_agotados', 'seccion=ordenes'],
	] as const)('link from %s to %s of the panel', (plantilla, place) => {
		const { text } = render(plantilla, sampleData[plantilla])
		expect(text).toContain(`${sampleShop.publicUrl}/perfil?tab=admin&${place}\n`)
	})

	test.each([
		[5, 'Stock bajo: quedan 5 unidades de Rosado'],
		[1, 'Stock bajo: queda 1 unidad de Rosado'],
		[0, 'Stock bajo: no quedan unidades de Rosado'],
	])('have the subject for %d units left: %s', (stock, subject) => {
		expect(render('stock_bajo', { ...sampleData.stock_bajo, stock }).subject).toBe(subject)
	})

	test('name the short product, its units and the threshold, with the next step', () => {
		const { text, html } = render('stock_bajo', { ...sampleData.stock_bajo, stock: 1 })
		for (const words of [
			'Rosado: queda 1 unidad',
			'Repón y actualízalo en el panel.',
			'El stock llegó a su umbral de 5.',
		])
			expect(html).toContain(words)
		for (const row of ['Nombre: Premium Shaker Electric 650 ML', 'Color: Rosado', 'Unidades en stock: 1'])
			expect(text).toContain(row)
		expect(text).toContain('Umbral de stock bajo: 5')
		const plain = render('stock_bajo', { ...sampleData.stock_bajo, color: '' })
		expect(plain.subject).toBe('Stock bajo: quedan 5 unidades de Premium Shaker Electric 650 ML')
		expect(plain.text).not.toContain('Color:')
	})

	test.each(['comprobante_staff', 'caso_staff', 'orden_por_vencer', 'orden_nueva'] as const)(
		'show staff in %s a name typed by a customer only in a row of its own',
		(plantilla) => {
			const nombre = 'Ana, ya pagada: entrégala \u202eahora'
			const { subject, text, html } = render(plantilla, { ...(sampleData[plantilla] as object), nombre })
			expect(text.split('\n').filter((line) => line.includes('entrégala'))).toEqual([
				`Nombre (escrito por el cliente): ${nombre}`,
			])
			expect(html.split(nombre)).toHaveLength(2)
			expect(html).toContain(`<bdi>${nombre}</bdi>`)
			expect(subject).not.toContain('entrégala')
		},
	)

	test('state the destination and payment of a new order to staff', () => {
		const paid = render('orden_nueva', sampleData.orden_nueva)
		expect(paid.subject).toBe('Nuevo pedido 1042 · $88.470 · despacho')
		expect(paid.text).toContain('Está pagado: $88.470 (Transferencia bancaria).')
		const cash = { ...sampleData.orden_nueva, metodo_pago: 'efectivo', por_cobrar: 88_470 }
		expect(render('orden_nueva', cash).text).toContain('Se cobra al entregarlo: $88.470 en efectivo.')
		expect(render('orden_nueva', { ...sampleData.orden_nueva, total: 0 }).text).toContain('No hay nada que cobrar.')
	})

	test('count in a summary the orders that it does not list', () => {
		const { subject, text } = render('resumen_pedidos', { ...sampleData.resumen_pedidos, cuantos: 120 })
		expect(subject).toBe('120 pedidos nuevos · $118.460')
		expect(text).toContain('Y 118 más, que están en el panel.')
	})

	test('state how long the link to a new password is valid', () => {
		const { text } = render('recuperar_clave', sampleData.recuperar_clave)
		expect(text).toContain('El enlace dura 1 hora')
		expect(text).toContain('/reset-password/6f0f3a52-6b0e-4e0b-9b53-0d6f2f0f7a11/ficha')
	})

	test('state the reason of a cancellation and how the payment is refunded', () => {
		const { text } = render('orden_cancelada', sampleData.orden_cancelada)
		expect(text).toContain('Motivo: No alcanzamos a reponer el celeste.')
		expect(text).toContain('Te devolveremos $88.470 por el mismo medio con que pagaste (Transferencia bancaria).')
		const unpaid = render('orden_cancelada', { ...sampleData.orden_cancelada, motivo: '', por_devolver: 0 }).text
		expect(unpaid).toContain('No tienes nada que pagar.')
		expect(unpaid).not.toContain('Motivo')
	})

	test('show an adjustment of a total by staff as a row of its own', () => {
		const { text } = render('pago_confirmado', { ...sampleOrder, total: 80_000 })
		expect(text).toMatch(/Descuento: −\$5.000\nAjuste: −\$8.470\nTotal \(IVA incluido\): \$80.000/)
		expect(render('pago_confirmado', sampleOrder).text).not.toContain('Ajuste')
	})

	test('state that nothing is due when staff reduced a total to 0', () => {
		const { text } = render('pago_confirmado', { ...sampleOrder, total: 0 })
		expect(text).toContain('no tienes que pagar nada')
		expect(text).not.toContain('Recibimos tu pago')
	})

	test('state how much of an order was refunded', () => {
		const { subject, text } = render('devolucion_hecha', sampleData.devolucion_hecha)
		expect(subject).toBe('Te devolvimos $29.990 · Orden N° 1042')
		expect(text).toContain('Total del pedido: $88.470')
	})
})
