import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates one temporary folder for all tests of a run and removes it afterwards. vitest's global set-up. Its path is short,
 * because socket paths are limited.
 */
export function setup(): () => void {
	const before = process.env.TMPDIR
	const folder = mkdtempSync(join(tmpdir(), 'ps-'))
	// A PostgreSQL server under another user needs access to its folder.
	chmodSync(folder, 0o711)
	process.env.TMPDIR = folder
	return () => {
		if (before === undefined) delete process.env.TMPDIR
		else process.env.TMPDIR = before
		rmSync(folder, { recursive: true, force: true })
	}
}
