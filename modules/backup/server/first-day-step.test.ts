import { expect, test } from 'vitest'
import { describeBackup, judgeBackup } from '#modules/backup/server/first-day-step.ts'

const now = new Date('2026-11-25T15:00:00Z')
const made = (hecho_at: string) => judgeBackup({ hecho_at: new Date(hecho_at), texto: '41 tablas y 3 imágenes.' }, now)

test.each([
	['2026-11-25T14:30:00Z', true, 'de hace menos de una hora'],
	['2026-11-25T16:00:00Z', true, 'de hace menos de una hora'],
	['2026-11-25T14:00:00Z', true, 'de hace 1 hora'],
	['2026-11-23T15:00:01Z', true, 'de hace 47 horas'],
	['2026-11-22T15:00:00Z', true, 'de hace 3 días'],
	['2026-11-22T14:59:59Z', false, 'de hace 3 días'],
	['2026-10-25T15:00:00Z', false, 'de hace 31 días'],
])('judges a backup of %s as recent: %s, with the text %s', (at, listo, age) => {
	const late = listo ? '' : ' Debería haber uno cada día.'
	expect(made(at)).toEqual({ listo, texto: `El último es ${age}: 41 tablas y 3 imágenes.${late}` })
})

test('returns none without a backup', () => {
	expect(judgeBackup(undefined, now)).toEqual({ listo: false, texto: 'No hay ninguno.' })
})

test('reports a backup that could not be written, or misses pictures', async () => {
	const dead = new Error('ENOSPC')
	await expect(describeBackup(async () => Promise.reject(dead))).rejects.toMatchObject({
		cause: dead,
		failure: { failure: 'no_comprobado', text: expect.stringContaining('No se pudo escribir') },
	})
	await expect(describeBackup(async () => ({ texto: '41 tablas.', faltan: 2 }))).rejects.toMatchObject({
		failure: { failure: 'no_comprobado', text: expect.stringContaining('le faltan 2 imágenes') },
	})
})
