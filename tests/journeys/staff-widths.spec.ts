import type { Page } from '@playwright/test'
import { dayIn } from '#core/rules/times.ts'
import { line, type ShopApi } from '#tests/journeys/shop-api.ts'
import { StaffPage, type sections } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

test.use({ shopOf: 'journeys/staff-widths' })

/** Tablets, and the widths where the layout changes: those between a phone and a desktop. */
const widths = [768, 800, 834, 1024, 1100]

/** Everything of the page whose text is cut, that is wider than its place, or that leaves the window. */
async function cutTexts(page: Page): Promise<string[]> {
	return await page.evaluate(() => {
		const nameOf = (part: Element) =>
			`${part.tagName.toLowerCase()}.${part.className}: ${(part as HTMLInputElement).value ?? part.textContent}`.slice(
				0,
				100,
			)
		const isHidden = (part: Element) =>
			!part.checkVisibility({ visibilityProperty: true }) ||
			part.closest('.visually-hidden, [popover]') !== null ||
			getComputedStyle(part).clipPath !== 'none'
		/** The chosen option alone, in a list as wide as it likes. */
		const isSelectCut = (select: HTMLSelectElement) => {
			const free = select.cloneNode() as HTMLSelectElement
			free.append(new Option(select.selectedOptions[0]?.text))
			free.style.cssText = 'position: absolute; width: max-content; min-width: 0'
			select.after(free)
			const wanted = free.offsetWidth
			free.remove()
			return wanted > select.offsetWidth
		}
		const isCut = (part: Element) => {
			if (part instanceof HTMLSelectElement) return isSelectCut(part)
			// A name is read on in its field; a number or a code has to be whole.
			if (part instanceof HTMLInputElement && /\s/.test(part.value)) return false
			const { overflowX, textOverflow } = getComputedStyle(part)
			const isWider = part.scrollWidth > part.clientWidth + (part instanceof HTMLInputElement ? 0 : 1)
			// A name may end in dots where its whole text is a press or a pointer away; a number never.
			if (textOverflow === 'ellipsis' && part.closest('[title], button, a, h2'))
				return isWider && /\$|^\d/.test(part.textContent)
			return isWider && (overflowX !== 'visible' || part.matches('td, th'))
		}
		const { clientWidth } = document.documentElement
		const found = [...document.querySelectorAll('header *, main, main *')]
			.filter((part) => part instanceof HTMLElement && !isHidden(part))
			.filter((part) => isCut(part) || part.getBoundingClientRect().right > clientWidth + 0.5)
		return found.filter((part) => !found.some((other) => other !== part && other.contains(part))).map(nameOf)
	})
}

async function expectWholeTexts(page: Page, name: string): Promise<void> {
	await expect(page.getByText(/^Cargando/)).toHaveCount(0)
	const cut: string[] = []
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme })
		for (const width of widths) {
			await page.setViewportSize({ width, height: 900 })
			cut.push(...(await cutTexts(page)).map((text) => `${width} px, ${colorScheme}: ${text}`))
		}
	}
	expect.soft(cut, name).toEqual([])
}

/** A shop whose rows are as full as they get: large amounts, long names, refunds, deliveries, a case. */
async function fillShop(api: ShopApi): Promise<string> {
	const customer = await api.aCustomer('Maximiliano')
	const cash = { metodo_pago: 'efectivo' } as const
	const large = await api.anOrder(customer, { metodo_pago: 'transferencia' })
	await api.editOrder(large.orden_id, { total: 1_249_950 })
	await api.aDelivery(customer, 'Avenida Irarrázaval 2400, Ñuñoa', '987650011')
	const back = await api.anOrder(customer, { ...cash, carrito: [line('Negro', 20)], total: 20 * 29_990 })
	await api.editOrder(back.orden_id, { estado: 'completado' })
	await api.staffAct(back.orden_id, 'cancelar', {})
	const refund = { monto: 199_990, medio: 'transferencia', fecha: dayIn(new Date()) }
	await api.staffAct(back.orden_id, 'devolver_a_mano', refund)
	return back.orden_id
}

test('no text of the panel is cut at widths between a phone and a desktop', { tag: '@desk' }, async ({ api, page }) => {
	const orden_id = await fillShop(api)
	const staff = new StaffPage(page)
	await staff.enter(api)
	const shown: readonly (readonly [string, (typeof sections)[number]])[] = [
		['hoy', 'Hoy'],
		['ordenes', 'Órdenes'],
		['casos', 'Casos'],
		['reparto', 'Reparto'],
		['productos', 'Productos'],
		['stock', 'Stock'],
		['cupones', 'Cupones'],
		['clientes', 'Clientes'],
		['numeros', 'Números'],
		['ajustes', 'Ajustes'],
		['usuarios', 'Usuarios'],
		['seguridad', 'Seguridad'],
		['auditoria', 'Auditoría'],
		['registro', 'Registro de datos'],
		['trabajos', 'Trabajos'],
		['avisos', 'Avisos'],
	]
	for (const [name, section] of shown) {
		await page.goto(`/perfil?tab=admin&seccion=${name}`)
		await expect(staff.section).toBeVisible()
		await expectWholeTexts(page, section)
	}
	await page.goto(`/perfil?tab=admin&orden=${orden_id}`)
	await expect(page.getByRole('heading', { name: /^Orden \d+$/ })).toBeVisible()
	await expectWholeTexts(page, 'order')
})

test('no text of a cart and of a customer’s orders is cut at these widths', { tag: '@desk' }, async ({
	api,
	shop,
	page,
}) => {
	const customer = await api.aCustomer('Maximiliano')
	const large = await api.anOrder(customer, { carrito: [line('Negro', 20)], total: 20 * 29_990 })
	await api.editOrder(large.orden_id, { total: 1_249_950 })
	await shop.arriveWith({ customer, cart: [line('Negro', 20), line('Celeste', 20)] })
	await shop.open('/carrito')
	await expectWholeTexts(page, 'cart')
	await shop.open('/perfil?tab=ordenes')
	await page.getByRole('button', { name: new RegExp(String(large.nro_orden)) }).click()
	await expectWholeTexts(page, 'orders')
})
