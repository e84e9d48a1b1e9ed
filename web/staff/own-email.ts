import { useQueryClient } from '@tanstack/react-query'
import type { ProfileAnswer } from '#contract/accounts/profile.ts'
import { profileKey } from '#web/session/use-profile.ts'

/** Returns the logged-in account's email from the cached profile, without a request. */
export function useOwnEmail(): string | undefined {
	return useQueryClient().getQueryData<ProfileAnswer>(profileKey)?.email
}
