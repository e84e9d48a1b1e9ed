// Checks commit messages. Older commits, of which some have no body, and source archives without history are not checked.
import { spawnSync } from 'node:child_process'
import { root } from './set-up.mjs'

const since = '2026-11-28T17:00:00Z'
const longestSubject = 72

const { status, stdout } = spawnSync('git', ['log', '--no-merges', `--since=${since}`, '--format=%h%x00%s%x00%b%x01'], {
	cwd: root,
	encoding: 'utf8',
})
const commits = status === 0 ? stdout.split('\x01').filter((text) => text.includes('\0')) : []
const problems = commits.flatMap((text) => {
	const [id, subject, body] = text.trim().split('\0')
	const found = []
	if (subject.length > longestSubject) found.push(`el asunto tiene ${subject.length} caracteres`)
	if (subject.endsWith('.')) found.push('el asunto termina en punto')
	if (body.trim() === '') found.push('falta el porqué, en el cuerpo')
	return found.map((problem) => `${id} «${subject}»: ${problem}`)
})
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
