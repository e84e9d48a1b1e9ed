import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives all tests of a run one temporary folder, and removes it after them: what a test that fails or is cut off leaves behind
 * goes with it. vitest's global set-up. Its name is short, since paths of sockets must be.
 */
export function setup(): () => void {
	const before = process.env.TMPDIR
	const folder = mkdtempSync(join(tmpdir(), 'ps-'))
	// A PostgreSQL server that is not run by root finds its own folder in it.
	chmodSync(folder, 0o711)
	process.env.TMPDIR = folder
	return () => {
		if (before === undefined) delete process.env.TMPDIR
		else process.env.TMPDIR = before
		rmSync(folder, { recursive: true, force: true })
	}
}
