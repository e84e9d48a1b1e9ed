import { expect, test } from 'vitest'
import { signS3Request } from './s3-signature.ts'

// The published example of AWS Signature Version 4 for S3: reading the first ten bytes of an object.
test('a request is signed as the published example says', () => {
	const credentials = {
		accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
		secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
		region: 'us-east-1',
	}
	const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt')
	const request = { method: 'GET', url, headers: { range: 'bytes=0-9' }, body: new Uint8Array() }
	const { authorization } = signS3Request(request, credentials, new Date('2013-05-24T00:00:00Z'))
	expect(authorization).toBe(
		'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
	)
})
