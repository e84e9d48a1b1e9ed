import { describe, expect, test } from 'vitest'
import { createStore } from '#core/web/ui/store.ts'

describe('a store', () => {
	test('notifies current subscribers of a new value, and no former ones', () => {
		const store = createStore('a')
		const seen: string[] = []
		const leave = store.subscribe(() => seen.push(store.get()))
		expect(store.isFollowed()).toBe(true)
		store.set('b')
		leave()
		store.set('c')
		expect(seen).toEqual(['b'])
		expect(store.get()).toBe('c')
		expect(store.isFollowed()).toBe(false)
	})
})
