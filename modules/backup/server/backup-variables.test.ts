import { describe, expect, it } from 'vitest'
import { readEnvironment } from '#modules/lists/environment.ts'

const BACKUP_KEY = `age1${'q'.repeat(58)}`
const keys = {
	BACKUP_S3_ENDPOINT: 'https://deposito.example',
	BACKUP_S3_REGION: 'sa-east-1',
	BACKUP_S3_ACCESS_KEY_ID: 'key',
	BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
}
const read = (variables: Record<string, string>) => readEnvironment({ SHOP_MODE: 'demo', ...variables })

describe('BACKUP_TO', () => {
	it.each([
		['s3://cubo', keys],
		['s3://cubo.uno/una/carpeta', keys],
		['ssh://copias@otra.example:2222/~/tienda', {}],
		['ssh://otra/var/copias/', {}],
	])('accepts %s', (BACKUP_TO, more) => {
		expect(read({ BACKUP_TO, BACKUP_KEY, ...more }).BACKUP_TO).toBe(BACKUP_TO.replace(/\/$/, ''))
	})

	it.each([
		['/var/copias', {}, 'BACKUP_TO debe ser como s3://'],
		['ssh://otra', {}, 'BACKUP_TO debe ser como s3://'],
		['ssh://-oProxyCommand=x/a', {}, 'BACKUP_TO debe ser como s3://'],
		['ssh://otra/a;rm', {}, 'BACKUP_TO debe ser como s3://'],
		['ssh://otra/a/../b', {}, 'BACKUP_TO debe ser como s3://'],
		['s3://cubo', {}, 'BACKUP_S3_ENDPOINT, BACKUP_S3_REGION'],
		['ssh://otra/a', { BACKUP_KEY: '' }, 'BACKUP_KEY falta'],
		['ssh://otra/a', { BACKUP_KEY: 'AGE-SECRET-KEY-1ABC' }, 'BACKUP_KEY debe ser la llave pública'],
	])('rejects %s with %j', (BACKUP_TO, more, problem) => {
		expect(() => read({ BACKUP_TO, BACKUP_KEY, ...more })).toThrow(problem)
	})
})
