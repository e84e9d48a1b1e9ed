import { text, url, variableGroup } from '#core/server/platform/variable-group.ts'

/** A bucket for proofs and photos; without it they are on this machine's disk. */
export const fileVariables = variableGroup({
	variables: {
		S3_BUCKET: text.optional(),
		S3_ENDPOINT: url.optional(),
		S3_REGION: text.optional(),
		S3_ACCESS_KEY_ID: text.optional(),
		S3_SECRET_ACCESS_KEY: text.optional(),
	},
	together: [['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
	carrySecrets: ['S3_ENDPOINT'],
})
