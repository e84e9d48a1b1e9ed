import { useQuery } from '@tanstack/react-query'
import { readFactors } from '#contract/accounts/second-factor-endpoints.ts'
import { fetchFrom } from '#web/session/query-client.tsx'

/** Query key of the second factors of the account. */
export const factorsKey = ['segundo-factor'] as const

export function useFactors() {
	return useQuery({ queryKey: factorsKey, queryFn: () => fetchFrom(readFactors) })
}
