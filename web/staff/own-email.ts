import { useQueryClient } from '@tanstack/react-query'
import type { ProfileAnswer } from '#contract/accounts/profile.ts'
import { profileKey } from '#web/session/use-profile.ts'

/** Who is at the panel, from the profile that it stands in; nothing is asked again for it. */
export function useOwnEmail(): string | undefined {
	return useQueryClient().getQueryData<ProfileAnswer>(profileKey)?.email
}
