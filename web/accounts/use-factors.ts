import { useQuery } from '@tanstack/react-query'
import type { SecondFactorAnswer } from '#contract/accounts/second-factor.ts'
import { fetchApi } from '#web/session/query-client.tsx'

/** Names what the account has of second factors. */
export const factorsKey = ['segundo-factor'] as const
/** Where it is read; changes of it are sent to addresses below. */
export const factorsPath = '/api/perfil/segundo_factor/'

/** What the account has of second factors. */
export function useFactors() {
	return useQuery({ queryKey: factorsKey, queryFn: () => fetchApi<SecondFactorAnswer>(factorsPath, { auth: true }) })
}
