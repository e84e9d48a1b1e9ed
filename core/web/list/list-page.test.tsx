import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ListPage, pageInstead, shownText } from '#core/web/list/list-page.tsx'

const state = vi.hoisted(() => ({ isWide: true }))
vi.mock('#core/web/ui/hooks.ts', async (real) => ({ ...(await real<object>()), useWide: () => state.isWide }))
beforeEach(() => {
	state.isWide = true
})

interface Fruit {
	readonly id: number
	readonly name: string
}

const rows: readonly Fruit[] = [
	{ id: 1, name: 'Palta' },
	{ id: 2, name: 'Lúcuma' },
]
const loaded = { rows, count: 60, isFirst: false, isBusy: false, isError: false, reload: () => undefined }
const none = { ...loaded, rows: [], count: 0 }

const asTable = {
	table: {
		title: 'Frutas',
		columns: [
			{ head: 'Nombre', isRowHeader: true, cell: ({ name }: Fruit) => name },
			{ head: 'Acciones', isHeadHidden: true, cellClass: 'staff-number', cell: ({ id }: Fruit) => id },
		],
	},
	card: ({ id, name }: Fruit) => ({ head: name, body: `Número ${id}` }),
}

type Props = Partial<Pick<ComponentProps<typeof ListPage<Fruit>>, 'list' | 'isWhole' | 'search' | 'chips' | 'exports'>>

function render(props: Props = {}, { address = '/', shape = asTable }: { address?: string; shape?: object } = {}) {
	const page = (
		<ListPage<Fruit>
			list={loaded}
			rowKey="id"
			what="frutas"
			clears={['q', 'tipo']}
			empty="Aún no hay frutas."
			emptyFiltered="No hay frutas con esta búsqueda."
			{...asTable}
			{...shape}
			{...props}
		/>
	)
	return renderToStaticMarkup(
		<QueryClientProvider client={new QueryClient()}>
			<MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>
		</QueryClientProvider>,
	)
}

describe('ListPage', () => {
	it('shows the rows as a table with named rows and columns from 768 px on', () => {
		const html = render()
		expect(html).toContain('<caption class="visually-hidden">Frutas</caption>')
		expect(html).toContain('<th scope="col">Nombre</th>')
		expect(html).toContain('<th scope="col"><span class="visually-hidden">Acciones</span></th>')
		expect(html).toContain('<th scope="row">Palta</th><td class="staff-number">1</td>')
		expect(html).not.toContain('<li')
	})

	it('shows the rows as closed cards below 768 px', () => {
		state.isWide = false
		const html = render()
		expect(html).not.toContain('<table')
		expect(html).toMatch(/<ul class="folds"><li class="fold .*aria-expanded="false".*Palta.*Lúcuma/)
		expect(html).not.toContain('Número 1')
	})

	it.each([true, false])('shows lines at every width (isWide: %s)', (isWide) => {
		state.isWide = isWide
		const html = render({}, { shape: { line: ({ name }: Fruit) => name } })
		expect(html).toContain('<ul><li class="staff-row">Palta</li><li class="staff-row">Lúcuma</li></ul>')
	})

	it('shows the number of rows and the pages', () => {
		const html = render({}, { address: '/?pagina=2' })
		expect(html).toContain('26–50 de 60 frutas')
		expect(html).toContain('Página 2 de 3')
	})

	it('shows no pages of a list that is whole', () => {
		expect(render({ isWhole: true })).not.toContain('<nav')
	})

	it('says that an empty list is empty, without a way to show all', () => {
		const html = render({ list: none })
		expect(html).toContain('Aún no hay frutas.')
		expect(html).not.toContain('Ver todo')
	})

	it('offers to show all where a search finds nothing', () => {
		const html = render({ list: none }, { address: '/?q=kiwi' })
		expect(html).toContain('No hay frutas con esta búsqueda.')
		expect(html).toContain('Ver todo')
	})

	it('offers to load a list again that could not be loaded, and shows no pages of it', () => {
		const html = render({ list: { ...none, isError: true } }, { address: '/?pagina=2' })
		expect(html).toContain('No pudimos cargar esta lista.')
		expect(html).toContain('Reintentar')
		expect(html).not.toContain('<nav')
	})

	it('waits for the first answer, and for the rows of a page that has none', () => {
		expect(render({ list: { ...none, isFirst: true } })).toContain('Cargando panel...')
		expect(render({ list: { ...loaded, rows: [] } }, { address: '/?pagina=9' })).toContain('Cargando panel...')
	})

	it('shows the search and the choice that the address names', () => {
		const html = render(
			{
				search: { param: 'q', label: 'Buscar frutas', placeholder: 'Nombre' },
				chips: {
					param: 'tipo',
					options: [
						['', 'Todas'],
						['dulce', 'Dulces'],
					],
				},
			},
			{ address: '/?q=palta&tipo=dulce' },
		)
		expect(html).toMatch(/<input[^>]*placeholder="Nombre"[^>]*value="palta"/)
		expect(html).toContain('aria-pressed="false">Todas')
		expect(html).toContain('aria-pressed="true">Dulces')
	})

	it('offers the files, but for an empty list that is whole', () => {
		const exports = [{ label: 'Frutas', address: '/frutas.csv' }]
		expect(render({ exports })).toContain('Descargar CSV')
		expect(render({ exports, list: none })).toContain('Descargar CSV')
		expect(render({ exports, list: none, isWhole: true })).not.toContain('Descargar CSV')
	})
})

describe('pages of a list', () => {
	it.each([
		{ page: 3, count: 50, instead: 2 },
		{ page: 9, count: 51, instead: 3 },
		{ page: 2, count: 0, instead: 1 },
	])('goes from page $page, where $count rows are, to page $instead', ({ page, count, instead }) => {
		expect(pageInstead(page, count)).toBe(instead)
	})

	it('always goes back, also where the count is older than the rows', () => {
		expect(pageInstead(3, 90)).toBe(2)
	})

	it('says one row in the singular, and more with which of them are shown', () => {
		const one = { first: 1, last: 1, count: 1 }
		expect(shownText({ ...one, what: 'órdenes' })).toBe('1 orden')
		expect(shownText({ ...one, what: 'usuarios' })).toBe('1 usuario')
		expect(shownText({ ...one, what: 'cupones' })).toBe('1 cupón')
		expect(shownText({ ...one, what: 'solicitudes' })).toBe('1 solicitud')
		expect(shownText({ first: 26, last: 50, count: 1_200, what: 'órdenes' })).toBe('26–50 de 1.200 órdenes')
	})
})
