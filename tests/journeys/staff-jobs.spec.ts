import type { ListJobsAnswer } from '#modules/jobs-panel/shapes.ts'
import { StaffPage } from '#tests/journeys/staff-page.ts'
import { expect, test } from '#tests/journeys/test.ts'

const id = '0f3a526f-6b0e-4e0b-9b53-0d6f2f0f7a11'

test('staff see why a mail failed, and retry it', async ({ page, api }) => {
	const state = { intentos: 10, max_intentos: 10, created_at: new Date().toISOString(), proximo_at: null }
	const failed = {
		id,
		cola: 'enviar_correo',
		estado: 'fallido',
		error: '451 try later',
		orden_id: null,
		...state,
	} as const
	const queue = { cola: 'enviar_correo', espera: 0, reintento: 0, en_curso: 0, fallido: 1 } as const
	let answer: ListJobsAnswer = { count: 1, results: [failed], colas: [queue], pasarelas: [] }
	await page.route('**/api/admin_trabajos/**', async (route) => {
		if (route.request().method() === 'POST') answer = { count: 0, results: [], colas: [], pasarelas: [] }
		await route.fulfill({ json: route.request().method() === 'POST' ? {} : answer })
	})
	const staff = new StaffPage(page)
	await staff.enter(api)
	await staff.go('Trabajos')
	await page.getByRole('button', { name: 'Falló (1)' }).click()
	const row = staff.section.getByRole('listitem').filter({ hasText: 'Enviar correo' })
	await expect(row).toContainText('451 try later')
	await row.getByRole('button', { name: 'Reintentar Enviar correo' }).click()
	await expect(staff.section.getByText('Nada pendiente: todo está hecho.')).toBeVisible()
})
