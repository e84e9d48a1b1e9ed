import { useQuery } from '@tanstack/react-query'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { readFactors } from '#modules/second-factor/endpoints.ts'

/** Query key of the second factors of the account. */
export const factorsKey = ['segundo-factor'] as const

export function useFactors() {
	return useQuery({ queryKey: factorsKey, queryFn: () => fetchFrom(readFactors) })
}
