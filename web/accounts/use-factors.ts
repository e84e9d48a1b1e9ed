import { useQuery } from '@tanstack/react-query'
import { readFactors } from '#contract/accounts/second-factor-endpoints.ts'
import { fetchFrom } from '#web/session/query-client.tsx'

/** Names what the account has of second factors. */
export const factorsKey = ['segundo-factor'] as const

/** What the account has of second factors. */
export function useFactors() {
	return useQuery({ queryKey: factorsKey, queryFn: () => fetchFrom(readFactors) })
}
