import type { StaffProduct } from '#modules/catalog/staff/shapes.ts'
import { staffLogin } from '#tests/journeys/shop-process.ts'

const plenty = 200

/** Adds black units to a worker's shop for all its journeys: most buy one. Other colours have their initial stock. */
export async function stockUp(url: string): Promise<void> {
	const call = async <T>(path: string, init: { method?: string; body?: unknown; access?: string }): Promise<T> => {
		const answer = await fetch(`${url}${path}`, {
			method: init.method ?? 'GET',
			headers: {
				...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
				...(init.access === undefined ? {} : { authorization: `Bearer ${init.access}` }),
			},
			...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
		})
		if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
		return (await answer.json()) as T
	}
	const { email: username, password } = staffLogin
	const { access } = await call<{ access: string }>('/api/token/', { method: 'POST', body: { username, password } })
	const { results } = await call<{ results: StaffProduct[] }>('/api/admin_productos/?q=Negro', { access })
	for (const { id } of results) {
		await call(`/api/admin_productos/${id}/`, { method: 'PATCH', body: { stock: plenty }, access })
	}
}
