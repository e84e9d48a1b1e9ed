import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDiskState } from '#core/server/platform/runtime.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'disk-state-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('createDiskState', () => {
	it('reports the free bytes, and leaves no file in the folders', async () => {
		const inner = join(folder, 'archivos')
		const state = await createDiskState([folder, inner])()
		expect(state.isWritable).toBe(true)
		expect(state.freeBytes).toBeGreaterThan(0)
		expect([readdirSync(folder), readdirSync(inner)]).toEqual([['archivos'], []])
	})

	it('reports a disk as not writable when one of the folders accepts no file', async () => {
		writeFileSync(join(folder, 'archivos'), '')
		expect(await createDiskState([folder, join(folder, 'archivos')])()).toMatchObject({ isWritable: false })
	})

	it('reads at most once in ten seconds', async () => {
		const read = createDiskState([folder])
		expect((await read()).isWritable).toBe(true)
		rmSync(folder, { recursive: true })
		writeFileSync(folder, '')
		expect((await read()).isWritable).toBe(true)
		rmSync(folder)
		mkdirSync(folder)
	})
})
