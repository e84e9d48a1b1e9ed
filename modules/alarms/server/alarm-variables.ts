import { url, variableGroup } from '#core/server/platform/variables.ts'

export const alarmVariables = variableGroup({ variables: { HEARTBEAT_URL: url.optional() } })
