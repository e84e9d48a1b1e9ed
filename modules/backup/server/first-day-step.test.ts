import { expect, test } from 'vitest'
import { describeBackup, judgeBackups } from '#modules/backup/server/first-day-step.ts'

const now = new Date('2026-11-25T15:00:00Z')
const outside = (at: string) =>
	judgeBackups({ hecha_at: new Date(at), lugar: 's3://cubo/tienda (2,1 MB)' }, undefined, now)

test.each([
	['2026-11-25T14:30:00Z', true, 'hace menos de una hora'],
	['2026-11-25T16:00:00Z', true, 'hace menos de una hora'],
	['2026-11-25T14:00:00Z', true, 'hace 1 hora'],
	['2026-11-23T15:00:01Z', true, 'hace 47 horas'],
	['2026-11-22T15:00:00Z', true, 'hace 3 días'],
	['2026-11-22T14:59:59Z', false, 'hace 3 días'],
	['2026-10-25T15:00:00Z', false, 'hace 31 días'],
])('judges a copy outside of %s as recent: %s, with the text %s', (at, listo, age) => {
	const late = listo ? '' : ' Debería haber uno cada noche: avisa a quien instaló la tienda.'
	expect(outside(at)).toEqual({ listo, texto: `Fuera de este equipo, de ${age}: s3://cubo/tienda (2,1 MB).${late}` })
})

test('is missing without a copy outside, also with a backup on this disk', () => {
	expect(judgeBackups(null, undefined, now)).toEqual({ listo: false, texto: 'Ninguno está fuera de este equipo.' })
	expect(judgeBackups(null, { hecho_at: now }, now)).toEqual({
		listo: false,
		texto:
			'Ninguno está fuera de este equipo. En este disco, uno de hace menos de una hora: no sirve si el disco se pierde.',
	})
})

test('reports a backup that could not be written, or misses pictures', async () => {
	const dead = new Error('ENOSPC')
	await expect(describeBackup(async () => Promise.reject(dead))).rejects.toMatchObject({
		cause: dead,
		failure: { failure: 'no_comprobado', text: expect.stringContaining('no se pudo escribir') },
	})
	await expect(describeBackup(async () => ({ texto: '41 tablas.', faltan: 2 }))).rejects.toMatchObject({
		failure: { failure: 'no_comprobado', text: expect.stringContaining('le faltan 2 imágenes') },
	})
	expect(await describeBackup(async () => ({ texto: '41 tablas.', faltan: 0, fuera: 's3://cubo (1 MB)' }))).toBe(
		'41 tablas. En el disco de la tienda y en s3://cubo (1 MB).',
	)
})
