import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtInColors } from '#modules/catalog/colors.ts'
import { viewHashes } from '#modules/catalog/web/view-hashes.ts'
import { viewsOf } from '#modules/catalog/web/views-row.tsx'

const inStock = { nombre: 'Premium Shaker', precio: 29_990, stock: 5 }

describe('viewsOf', () => {
	it.each(builtInColors)('shows %s from five sides, each in a file of the shop', (color) => {
		const views = viewsOf({ ...inStock, color })
		expect(views.map(({ title }) => title)).toEqual(['De frente', 'Tapa abierta', 'Aspas', 'Carga USB-C', 'Tamaño'])
		const files = views.flatMap(({ picture }) => [
			picture.fallback,
			...picture.sources.flatMap(({ srcset }) => srcset.map(({ src }) => src)),
		])
		expect(files.filter((file) => !existsSync(join('shop/public', file)))).toEqual([])
	})

	it('has the film and its picture', () => {
		const files = ['mp4', 'jpg'].map((ending) => join('shop/public/pictures', `film-600.${viewHashes.film}.${ending}`))
		expect(files.filter((file) => !existsSync(file))).toEqual([])
	})

	it('shows the photo alone of a colour that staff added, in which nothing is rendered', () => {
		const [front, ...rest] = viewsOf({ ...inStock, color: 'Verde agua', foto: '0123abcd' })
		expect(front?.picture.fallback).toContain('hero-verde-agua-480.0123abcd')
		expect(rest).toEqual([])
	})
})
