import { useEffect, useRef } from 'react'
import { listSettings } from '#contract/staff/setting-endpoints.ts'
import type { StaffSetting } from '#contract/staff/settings.ts'
import { isMember } from '#domain/is-member.ts'
import { neededToSell, type SettingGroupName, settingGroups, settingLabel } from '#domain/settings/settings.ts'
import { requestTo } from '#web/session/api.ts'
import { ListFrame } from '#web/staff/list/list-frame.tsx'
import { useListPage } from '#web/staff/list/use-staff-list.ts'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { PanelSection } from '#web/staff/panel-section.tsx'
import { MissingToSell } from '#web/staff/settings/missing-to-sell.tsx'
import { useSettingDrafts } from '#web/staff/settings/setting-drafts.ts'
import { SettingForm } from '#web/staff/settings/setting-form.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Icon } from '#web/ui/icon.tsx'
import '#web/staff/settings/settings.css'

/** Badge of a group: incomplete, unsaved, or the shop is closed. */
function GroupState({ settings }: { settings: readonly StaffSetting[] }) {
	const drafts = useSettingDrafts()
	if (settings.some(({ clave }) => drafts.has(clave))) return <Badge tone="warn">Sin guardar</Badge>
	if (settings.some(({ clave, valor }) => clave === 'tienda_cerrada' && valor === true))
		return <Badge tone="warn">Cerrada</Badge>
	const isMissing = settings.some(({ clave, valor }) => valor === null && isMember(neededToSell, clave))
	return isMissing ? <Badge tone="warn">Falta</Badge> : null
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
	useEffect(() => {
		if (!isInAddress) return
		element.current?.scrollIntoView()
		element.current?.querySelector('summary')?.focus({ preventScroll: true })
	}, [isInAddress])
	return (
		<details ref={element} className="settings-group" open={isInAddress}>
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
export function SettingsSection() {
	const list = useListPage('ajuste', () => requestTo(listSettings))
	const { query } = usePanelAddress()
	const { rows } = list
	return (
		<PanelSection name="ajustes">
			<ListFrame
				isFirst={list.isFirst}
				isBusy={list.isBusy}
				isError={list.isError}
				isEmpty={rows.length === 0}
				emptyText="Aún no hay ajustes que mostrar."
				onReload={list.reload}
			>
				<MissingToSell settings={rows} />
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
