import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSessionExpired } from '#core/web/session/login.ts'
import { CallFailed, fetchFrom, profileKey } from '#core/web/session/query-client.tsx'
import { readProfile } from '#modules/accounts/endpoints.ts'
import type { ProfileAnswer } from '#modules/accounts/shapes.ts'

/** The logged-in customer. An ended session redirects to /login and returns here. */
export function useProfile() {
	const expired = useSessionExpired()
	const { pathname, search } = useLocation()
	const query = useQuery({
		queryKey: profileKey,
		queryFn: () => fetchFrom(readProfile),
		// Payments, staff and time change the orders while the page is open.
		staleTime: 0,
		refetchOnWindowFocus: true,
	})
	const isExpired = query.error instanceof CallFailed && query.error.refusal.status === 401
	useEffect(() => {
		if (isExpired) expired(pathname + search)
	}, [isExpired, expired, pathname, search])
	return query
}

/** Returns the logged-in account's email from the cached profile, without a request. */
export function useOwnEmail(): string | undefined {
	return useQueryClient().getQueryData<ProfileAnswer>(profileKey)?.email
}
