import { AwsClient } from 'aws4fetch'
import { expect, test } from 'vitest'
import { signS3Request } from '#server/files/s3-signature.ts'

const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'a-secret', region: 'sa-east-1' }

test.each(['PUT', 'GET', 'DELETE'])('a %s is signed as aws4fetch signs it', async (method) => {
	const url = new URL('https://deposito.example/cubo/comprobantes/0a1b.webp')
	const body = method === 'PUT' ? Buffer.from('premium shaker') : Buffer.alloc(0)
	const type = method === 'PUT' ? { 'content-type': 'image/webp' } : {}
	const now = new Date('2026-11-20T12:00:00Z')
	const ours = signS3Request({ method, url, headers: type, body }, credentials, now)
	const headers = { ...type, 'x-amz-content-sha256': ours['x-amz-content-sha256'] ?? '' }
	const aws = { datetime: '20261120T120000Z', allHeaders: true }
	const client = new AwsClient({ ...credentials, service: 's3' })
	const theirs = await client.sign(url, { method, headers, aws, ...(method === 'PUT' && { body }) })
	const parts = (text: string | null | undefined) => text?.replaceAll(', ', ',')
	expect(parts(ours.authorization)).toBe(parts(theirs.headers.get('authorization')))
})
