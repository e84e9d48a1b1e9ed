import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readDemoSecrets } from './demo.ts'

describe("a demo's secrets", () => {
	let dataDir: string
	const path = () => join(dataDir, 'secretos-demo.json')
	beforeEach(() => {
		dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
	})
	afterEach(() => rmSync(dataDir, { recursive: true }))

	it('are generated once, distinct, and stay', () => {
		const made = readDemoSecrets(dataDir)
		expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length)
		expect(readDemoSecrets(dataDir)).toEqual(made)
	})

	it('are added when an older version lacked some', () => {
		const { flowApiKey, ...older } = readDemoSecrets(dataDir)
		writeFileSync(path(), JSON.stringify(older))
		const now = readDemoSecrets(dataDir)
		expect(now).toMatchObject(older)
		expect(now.flowApiKey).toMatch(/^[0-9a-f]{48}$/)
		expect(now.flowApiKey).not.toBe(flowApiKey)
		expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual(now)
	})
})
