import { useSyncExternalStore } from 'react'
import type { SettingKey } from '#domain/settings/settings.ts'
import { createStore } from '#web/ui/store.ts'

/** What is typed of a setting, on the version of it that was shown when that began. */
export interface SettingDraft {
	readonly typed: string
	readonly version: number
}

export type SettingDrafts = ReadonlyMap<SettingKey, SettingDraft>

// Kept here and not in the fields, so that another section of the panel or a lost session does not lose what was typed.
const drafts = createStore<SettingDrafts>(new Map())

/** Everything that is typed and not saved. */
export const useSettingDrafts = (): SettingDrafts => useSyncExternalStore(drafts.subscribe, drafts.get)

/** Keeps what is typed of a setting; undefined gives it up. */
export function writeSettingDraft(key: SettingKey, draft: SettingDraft | undefined): void {
	const next = new Map(drafts.get())
	if (draft) next.set(key, draft)
	else next.delete(key)
	drafts.set(next)
}

/** What was sent is saved as `version`: it is no draft any more, unless it was typed on meanwhile. */
export function finishSettingDraft(key: SettingKey, sent: string, version: number): void {
	const now = drafts.get().get(key)
	if (now) writeSettingDraft(key, now.typed === sent ? undefined : { ...now, version })
}

/** Somebody else changed a setting: saving the draft again is meant on top of that. */
export function rebaseSettingDraft(key: SettingKey, version: number): void {
	const now = drafts.get().get(key)
	if (now) writeSettingDraft(key, { ...now, version })
}

/** Everything that is typed and not saved, for what is no component. */
export const settingDrafts = (): SettingDrafts => drafts.get()

/** Whether something was typed that the server does not have. */
export const hasSettingDrafts = (): boolean => drafts.get().size > 0

/** Forgets every draft, as another member of staff at the same screen does. */
export const discardSettingDrafts = (): void => drafts.set(new Map())
