import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createS3Files } from '#core/server/files/files.ts'
import type { ReportKey } from '#core/server/platform/provider-key.ts'

const day = 'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20261120/sa-east-1/s3/aws4_request'

/** A bucket with a fixed clock, and its recorded requests; it answers with `status`. */
function aBucket(status: number, { body, onKey }: { body?: string; onKey?: ReportKey } = {}) {
	const sent: Request[] = []
	const files = createS3Files({
		accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
		secretAccessKey: 'a-secret',
		region: 'sa-east-1',
		endpoint: 'https://deposito.example/',
		bucket: 'cubo',
		onKey,
		clock: { now: () => new Date('2026-11-20T12:00:00Z') },
		fetch: async (input) => {
			sent.push(new Request(input))
			return new Response(body ?? (status === 206 ? 'premium sh' : 'premium shaker'), {
				status,
				headers: { 'content-length': '14' },
			})
		},
	})
	return { files, sent }
}

// The expected signatures come from an independent program that also signs AWS's published example correctly.
test('signs all headers and the bytes of an uploaded file', async () => {
	const { files, sent } = aBucket(200)
	await files.put('comprobantes/0a1b.webp', Buffer.from('premium shaker'), 'image/webp')
	expect(sent[0]?.url).toBe('https://deposito.example/cubo/comprobantes/0a1b.webp')
	expect(sent[0]?.headers.get('content-type')).toBe('image/webp')
	expect(sent[0]?.headers.get('authorization')).toBe(
		`${day}, SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date, Signature=7dfbbd5a5516d37a4f4c8417e7cee6a4b2e6f41a2b20ec9f1456d1e3125cf530`,
	)
})

test('signs the range of a partial read', async () => {
	const { files, sent } = aBucket(206)
	const file = await files.open('comprobantes/0a1b.webp')
	if (!file) throw new Error('it is not there')
	expect(file.size).toBe(14)
	const part = await file.read({ start: 0, end: 9 })
	expect((await buffer(part)).toString()).toBe('premium sh')
	expect(sent.at(-1)?.headers.get('authorization')).toBe(
		`${day}, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=56e037b783b322fab120c415f9ef82715b26736cf6d94956d6bda039170f7f3d`,
	)
})

test('calls a failing store once: the caller decides about a retry', async () => {
	const { files, sent } = aBucket(503)
	await expect(files.get('comprobantes/0a1b.webp')).rejects.toThrow('503')
	expect(sent).toHaveLength(1)
})

test.each([
	['PUT', 403, 'AccessDenied', '403 AccessDenied'],
	['GET', 403, 'InvalidAccessKeyId', '403 InvalidAccessKeyId'],
	['GET', 403, 'SignatureDoesNotMatch', '403 SignatureDoesNotMatch'],
	['GET', 404, 'NoSuchBucket', '404 NoSuchBucket'],
	['GET', 403, 'AccessDenied', 'nothing'],
	['GET', 403, 'RequestTimeTooSkewed', 'nothing'],
	['GET', 503, 'SlowDown', 'nothing'],
	['GET', 404, 'NoSuchKey', 'nothing'],
	['GET', 200, '', 'accepted'],
] as const)('reports of %s answered with %i %s whether the key is refused: %s', async (method, status, code, told) => {
	const reported: string[] = []
	const { files } = aBucket(status, {
		body: `<Code>${code}</Code>`,
		onKey: (refusal) => reported.push(refusal ?? 'accepted'),
	})
	const call = method === 'PUT' ? files.put('a/b.webp', Buffer.from('x'), 'image/webp') : files.get('a/b.webp')
	await call.catch(() => {})
	expect(reported[0] ?? 'nothing').toBe(told)
})
