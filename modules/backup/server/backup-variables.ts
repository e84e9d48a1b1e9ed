import { z } from 'zod'
import { text, url, variableGroup } from '#core/server/platform/variables.ts'

const s3Names = [
	'BACKUP_S3_ENDPOINT',
	'BACKUP_S3_REGION',
	'BACKUP_S3_ACCESS_KEY_ID',
	'BACKUP_S3_SECRET_ACCESS_KEY',
] as const

const form =
	/^(s3:\/\/[a-z0-9][a-z0-9.-]*(\/[\w-][\w.-]*)*|ssh:\/\/([a-z_][\w.-]*@)?[a-z0-9][a-z0-9.-]*(:\d+)?(\/~)?(\/[\w-][\w.-]*)+)\/?$/i

/** Where copies of the backup go, outside this machine. Own keys of S3: who breaks into the shop gets no other bucket's. */
export const backupVariables = variableGroup({
	variables: {
		BACKUP_TO: z
			.string()
			.regex(
				form,
				'debe ser como s3://deposito/carpeta o ssh://usuario@servidor/carpeta, solo con letras, números, puntos y guiones',
			)
			.transform((address) => address.replace(/\/$/, ''))
			.optional(),
		BACKUP_KEY: z
			.string()
			.regex(
				/^age1[a-z0-9]{58,}$/,
				'debe ser la llave pública que muestra npm run backup -- --new-key: empieza con age1',
			)
			.optional(),
		BACKUP_S3_ENDPOINT: url.optional(),
		BACKUP_S3_REGION: text.optional(),
		BACKUP_S3_ACCESS_KEY_ID: text.optional(),
		BACKUP_S3_SECRET_ACCESS_KEY: text.optional(),
		BACKUP_SSH_KEY: text.optional(),
	},
	together: [['BACKUP_TO', 'BACKUP_KEY'], s3Names],
	carrySecrets: ['BACKUP_S3_ENDPOINT'],
	problems: ({ BACKUP_TO, BACKUP_S3_ENDPOINT }) =>
		BACKUP_TO?.startsWith('s3:') && BACKUP_S3_ENDPOINT === undefined
			? [`${s3Names.join(', ')} faltan: BACKUP_TO es un depósito S3`]
			: [],
})

export type BackupVariables = {
	readonly [Name in keyof typeof backupVariables.variables]?: z.output<(typeof backupVariables.variables)[Name]>
}
