import { useEffect, useRef, useState } from 'react'
import { isMember } from '#core/rules/values.ts'
import { ListFrame, useListPage } from '#core/web/list/staff-list.tsx'
import { PanelSection, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { Icon } from '#core/web/ui/parts.tsx'
import { Alert, Badge } from '#core/web/ui/screen-parts.tsx'
import { readText, writeText } from '#core/web/ui/store.ts'
import { listSettings } from '#modules/settings/endpoints.ts'
import { neededToSell, type SettingGroupName, settingGroups, settingLabel } from '#modules/settings/settings.ts'
import type { StaffSetting } from '#modules/settings/shapes.ts'
import { useSettingDrafts } from '#modules/settings/web/setting-draft.ts'
import { SettingForm } from '#modules/settings/web/setting-form.tsx'
import '#modules/settings/web/settings.css'

/** Badge of a group: incomplete, unsaved, or the shop is closed. */
function GroupState({ settings }: { settings: readonly StaffSetting[] }) {
	const drafts = useSettingDrafts()
	if (settings.some(({ clave }) => drafts.has(clave))) return <Badge tone="warn">Sin guardar</Badge>
	if (settings.some(({ clave, valor }) => clave === 'tienda_cerrada' && valor === true))
		return <Badge tone="warn">Cerrada</Badge>
	const isMissing = settings.some(({ clave, valor }) => valor === null && isMember(neededToSell, clave))
	return isMissing ? <Badge tone="warn">Falta</Badge> : null
}

const openKey = 'premium-shaker-ajustes'

/** The groups that staff left open in this browser. */
const openGroups = (): ReadonlySet<string> => new Set(readText(openKey)?.split(' '))

/** Stores whether a group is left open, for the next visit. */
function rememberGroup(name: SettingGroupName, isOpen: boolean): void {
	const names = [...openGroups()].filter((other) => other !== name)
	writeText(openKey, (isOpen ? [...names, name] : names).join(' ') || null)
}

interface GroupProps {
	readonly name: SettingGroupName
	readonly title: string
	readonly isSavedTogether: boolean
	/** Whether the address names this group. */
	readonly isInAddress: boolean
	readonly settings: readonly StaffSetting[]
}

function Group({ name, title, isSavedTogether, isInAddress, settings }: GroupProps) {
	const element = useRef<HTMLDetailsElement>(null)
	const [wasOpen] = useState(() => openGroups().has(name))
	useEffect(() => {
		if (!isInAddress) return
		element.current?.scrollIntoView()
		element.current?.querySelector('summary')?.focus({ preventScroll: true })
	}, [isInAddress])
	return (
		<details
			ref={element}
			className="settings-group"
			open={isInAddress || wasOpen}
			onToggle={({ currentTarget }) => rememberGroup(name, currentTarget.open)}
		>
			<summary>
				<h4 className="title-s">{title}</h4>
				<GroupState settings={settings} />
				<Icon name="down" />
			</summary>
			<div className={`settings-fields settings-${name}`}>
				{isSavedTogether ? (
					<SettingForm title={title} settings={settings} />
				) : (
					settings.map((setting) => (
						<SettingForm key={setting.clave} title={settingLabel(setting.clave)} settings={[setting]} />
					))
				)}
			</div>
		</details>
	)
}

/** All settings of the shop, by group. A saved change is effective at once. */
export default function SettingsSection() {
	const list = useListPage('ajuste', () => requestTo(listSettings))
	const { query } = usePanelAddress()
	const { rows } = list
	const missing = neededToSell.filter((key) => rows.find(({ clave }) => clave === key)?.valor === null)
	return (
		<PanelSection>
			<ListFrame
				isFirst={list.isFirst}
				isBusy={list.isBusy}
				isError={list.isError}
				isEmpty={rows.length === 0}
				emptyText="Aún no hay ajustes que mostrar."
				onReload={list.reload}
			>
				{missing.length > 0 && (
					<Alert tone="warn">{`Nadie puede comprar todavía. Falta: ${missing.map(settingLabel).join(', ')}.`}</Alert>
				)}
				{settingGroups.map((group) => (
					<Group
						key={group.name}
						name={group.name}
						title={group.title}
						isSavedTogether={'savedTogether' in group}
						isInAddress={query.get('grupo') === group.name}
						settings={Object.keys(group.settings).flatMap((key) => rows.find(({ clave }) => clave === key) ?? [])}
					/>
				))}
			</ListFrame>
		</PanelSection>
	)
}
