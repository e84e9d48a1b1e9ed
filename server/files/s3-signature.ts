import { createHash, createHmac } from 'node:crypto'

/** Keys of a bucket's account. */
export interface S3Credentials {
	readonly accessKeyId: string
	readonly secretAccessKey: string
	readonly region: string
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Uint8Array | string, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Signs a request to an S3-compatible store as AWS Signature Version 4 says, and gives all headers to send. The path of `url`
 * must be made of characters that need no escaping, and it has no query.
 */
export function signS3Request(
	request: { method: string; url: URL; headers: Readonly<Record<string, string>>; body: Uint8Array },
	credentials: S3Credentials,
	now: Date,
): Record<string, string> {
	const moment = `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
	const day = moment.slice(0, 8)
	const bodyHash = sha256(request.body)
	const headers: Record<string, string> = {
		...request.headers,
		host: request.url.host,
		'x-amz-content-sha256': bodyHash,
		'x-amz-date': moment,
	}
	const names = Object.keys(headers).sort()
	const signedHeaders = names.join(';')
	const canonical = [
		request.method,
		request.url.pathname,
		'',
		...names.map((name) => `${name}:${headers[name]}`),
		'',
		signedHeaders,
		bodyHash,
	].join('\n')
	const scope = `${day}/${credentials.region}/s3/aws4_request`
	const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n')
	const key = ['s3', 'aws4_request'].reduce(
		(previous, part) => hmac(previous, part),
		hmac(hmac(`AWS4${credentials.secretAccessKey}`, day), credentials.region),
	)
	const signature = hmac(key, text).toString('hex')
	const authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope},SignedHeaders=${signedHeaders},Signature=${signature}`
	return { ...headers, authorization }
}
