import { existsSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { subscribeAtSimulator } from '#tests/journeys/push-browser.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

const folder = 'docs/owner'

const months = /\b(ene|feb|mar|abr|may|jun|jul|ago|sept?|oct|nov|dic)\b/g

/** The headings, controls and labels that a screen shows, without figures and dates. */
async function outlineOf(page: Page): Promise<string> {
	const parts = page.locator(
		'.staff :is(h2, h3, h4, h5, button, a, label, legend, summary, th), [role=alertdialog] :is(h2, button)',
	)
	const texts = await parts.evaluateAll((all) =>
		all.filter((part) => part.checkVisibility()).map((part) => part.textContent),
	)
	const plain = texts.map((text) =>
		text
			.trim()
			.replaceAll(months, 'mes')
			.replaceAll(/\d[\d.:,]*/g, '#'),
	)
	return `${[...new Set(plain)].filter(Boolean).join('\n')}\n`
}

/** Fails where a screen is no longer the pictured one. `npm run owner-page` takes the picture for the owner's manual. */
async function picture(page: Page, name: string): Promise<void> {
	const path = `${folder}/${name}.jpg`
	expect(readFileSync(`${folder}/README.md`, 'utf8')).toContain(`](${name}.jpg)`)
	if (process.env.OWNER_PAGE) await page.screenshot({ path, type: 'jpeg', quality: 60 })
	expect(existsSync(path)).toBe(true)
	// A changed screen has a changed picture: `npm run owner-page`.
	expect(await outlineOf(page)).toMatchSnapshot(`owner-${name}.txt`)
}

// The owner's manual needs a shop without orders of other tests.
test.use({
	shopSettings: { SELLER_REPRESENTATIVE: 'Rosa Díaz' },
	userAgent:
		'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
})

test("the owner's manual matches the panel on a phone", { tag: '@phone' }, async ({ page, api }) => {
	const amanda = await api.aCustomer('Amanda')
	await api.anOrder(amanda, { metodo_pago: 'transferencia' })
	const toHerDoor = { tipo_entrega: 'despacho', direccion: 'Moneda 970, Santiago', metodo_pago: 'efectivo' } as const
	await api.anOrder(amanda, toHerDoor)
	const paid = await api.anOrder(amanda, { metodo_pago: 'efectivo' })
	await api.editOrder(paid.orden_id, { estado: 'pagada' })
	await subscribeAtSimulator(page)
	const staff = new StaffPage(page)
	await staff.enter(api)
	const { section, dialog } = staff
	await expect(section.getByText('Amanda').first()).toBeVisible()
	await picture(page, 'ordenes')
	await staff.go('Hoy')
	await expect(section.getByRole('link', { name: /^Planear ronda ?: Por repartir$/ })).toBeVisible()
	await picture(page, 'hoy')
	await staff.go('Reparto')
	await section.getByRole('checkbox', { name: /^Llevar la orden/ }).check()
	await expect(section.getByText('Para empacar: 1 Negro')).toBeVisible()
	await picture(page, 'reparto')
	await staff.go('Primer día')
	await expect(section.getByText(/^\d+ de \d+ pasos listos/)).toBeVisible()
	await picture(page, 'primer-dia')

	await staff.go('Ajustes')
	await staff.unfold('Quién vende', 'Despacho', 'Anuncio en la portada')
	await expect(section.getByText('Lo fija la configuración del servidor.')).toBeVisible()
	await section.getByLabel('Anuncio', { exact: true }).fill('Navidad: pedidos hasta el 22')
	await section.getByRole('button', { name: 'Ver cómo queda Anuncio en la portada' }).click()
	await expect(dialog.frameLocator('iframe').getByText('Navidad: pedidos hasta el 22')).toBeVisible()
	await picture(page, 'ver-como-queda')
	await dialog.getByRole('button', { name: 'Volver' }).click()
	const prices = section.getByRole('group', { name: 'Precios del despacho' })
	await prices.evaluate((group) => group.scrollIntoView({ block: 'center' }))
	await picture(page, 'despacho')

	await staff.go('Cupones')
	await section.getByText('Nuevo cupón').click()
	await section.getByLabel('Código').fill('NAVIDAD')
	await section.getByLabel('Descuento').fill('3.000')
	await section.getByRole('button', { name: 'Crear cupón' }).click()
	const coupon = section.getByRole('listitem').filter({ hasText: 'NAVIDAD' })
	await expect(coupon.getByRole('button', { name: 'Terminar NAVIDAD' })).toBeVisible()
	await coupon.evaluate((row) => row.scrollIntoView({ block: 'center' }))
	await picture(page, 'cupones')
	await staff.go('Avisos')
	await section.getByRole('button', { name: 'Activar avisos' }).click()
	await expect(section.getByText(/^Activados en Chrome en Android/)).toBeVisible()
	await section.getByRole('button', { name: 'Probar' }).click()
	await expect(section.getByRole('status')).toContainText('El servicio de avisos lo recibió.')
	await picture(page, 'avisos')
	await staff.go('Stock')
	await expect(section.getByText('Celeste').first()).toBeVisible()
	await picture(page, 'stock')
	await staff.go('Números')
	await expect(section.getByText('Ventas', { exact: true }).first()).toBeVisible()
	await expect(page.getByText('Cargando panel...')).toHaveCount(0)
	await expect(section.getByRole('button', { name: 'Documentos tributarios' })).toBeVisible()
	await picture(page, 'numeros')
	await section.getByRole('link', { name: 'Cerrar el día' }).click()
	await expect(section.getByRole('button', { name: 'Cerrar el día' })).toBeVisible()
	await picture(page, 'cierre')
})
