import { useQueryClient } from '@tanstack/react-query'
import { profileKey } from '#core/web/session/query-client.tsx'
import type { ProfileAnswer } from '#modules/accounts/shapes.ts'

/** Returns the logged-in account's email from the cached profile, without a request. */
export function useOwnEmail(): string | undefined {
	return useQueryClient().getQueryData<ProfileAnswer>(profileKey)?.email
}
