import { useSyncExternalStore } from 'react'
import { createDraft, withEntry } from '#core/web/edit/edits-store.ts'
import type { SettingKey } from '#modules/settings/settings.ts'

/** A draft with the version that was shown at the start of the edit. */
export interface SettingDraft {
	readonly typed: string
	readonly version: number
}

export type SettingDrafts = ReadonlyMap<SettingKey, SettingDraft>

const drafts = createDraft<SettingDrafts>(new Map(), (typed) => typed.size === 0)

export const useSettingDrafts = (): SettingDrafts => useSyncExternalStore(drafts.subscribe, drafts.get)

/** Stores the draft of a setting, or removes it when `draft` is undefined. */
export function writeSettingDraft(key: SettingKey, draft: SettingDraft | undefined): void {
	drafts.set(withEntry(drafts.get(), key, draft))
}

/** Removes a saved draft. If its text changed during the request, it remains a draft on the new version. */
export function finishSettingDraft(key: SettingKey, sent: string, version: number): void {
	const now = drafts.get().get(key)
	if (now) writeSettingDraft(key, now.typed === sent ? undefined : { ...now, version })
}

/** Moves a draft to the version of a concurrent change, so saving again overwrites it. */
export function rebaseSettingDraft(key: SettingKey, version: number): void {
	const now = drafts.get().get(key)
	if (now) writeSettingDraft(key, { ...now, version })
}

/** Returns every draft, outside of components. */
export const settingDrafts = (): SettingDrafts => drafts.get()
