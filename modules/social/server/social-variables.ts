import { text, url, variableGroup } from '#core/server/platform/variables.ts'

export const socialVariables = variableGroup({
	variables: { INSTAGRAM_TOKEN: text.optional(), INSTAGRAM_API_URL: url.optional() },
	carrySecrets: ['INSTAGRAM_API_URL'],
})
