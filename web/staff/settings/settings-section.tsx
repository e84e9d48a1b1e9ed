import { type FormEvent, useState } from 'react'
import type { StaffSetting } from '#contract/staff/settings.ts'
import { settingTexts } from '#domain/settings/setting-text.ts'
import { type SettingKey, settingRules } from '#domain/settings/settings.ts'
import { ListFrame } from '#web/staff/list/list-frame.tsx'
import { useStaffList } from '#web/staff/list/use-staff-list.ts'
import { PanelSection } from '#web/staff/panel-section.tsx'
import { draftOf, readDraft } from '#web/staff/settings/setting-draft.ts'
import { useChangeSetting } from '#web/staff/settings/use-change-setting.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import '#web/staff/settings/settings.css'

/** The settings that belong together, as the panel shows them. */
const groups = [
	{
		title: 'Límites de compra',
		keys: [
			'limite_unidades_linea',
			'limite_unidades_orden',
			'limite_ordenes_abiertas',
			'limite_unidades_abiertas',
			'aviso_reserva',
		],
	},
	{ title: 'Plazos', keys: ['dias_efectivo', 'dias_revision'] },
	{ title: 'Cupón', keys: ['cupon_usos', 'cupon_usos_cliente', 'cupon_hasta'] },
] as const satisfies readonly { title: string; keys: readonly SettingKey[] }[]

/** A setting's name with what it counts, unless it begins with that: "Plazo … (días)", but "Unidades por pedido". */
const withUnit = (name: string, unit: string) => (name.toLowerCase().startsWith(unit) ? name : `${name} (${unit})`)

function SettingForm({ setting }: { setting: StaffSetting }) {
	const { clave, valor } = setting
	const rule = settingRules[clave]
	const { name, help } = settingTexts[clave]
	const stored = draftOf(valor)
	const [draft, setDraft] = useState<string>()
	const { change, isBusy, problem, tell } = useChangeSetting(setting)
	const isChanged = draft !== undefined && draft !== stored

	async function save(event: FormEvent): Promise<void> {
		event.preventDefault()
		const read = readDraft(clave, draft ?? stored)
		if ('problem' in read) return tell(read.problem)
		if (await change(read.value)) setDraft(undefined)
	}
	return (
		<form className="setting" noValidate onSubmit={(event) => void save(event)}>
			<Field
				label={rule.kind === 'number' ? withUnit(name, rule.unit) : name}
				hint={help}
				placeholder={rule.kind === 'number' && rule.optional ? 'Sin límite' : undefined}
				error={problem}
				name={clave}
				type={rule.kind === 'day' ? 'date' : 'text'}
				inputMode={rule.kind === 'number' ? 'numeric' : undefined}
				autoComplete="off"
				maxLength={10}
				value={draft ?? stored}
				onChange={(event) => {
					setDraft(event.target.value)
					tell(undefined)
				}}
			/>
			{isChanged && (
				<div className="setting-ways">
					<Button type="submit" isBusy={isBusy}>
						Guardar<span className="sr-only"> {name}</span>
					</Button>
					<Button
						look="outline"
						onClick={() => {
							setDraft(undefined)
							tell(undefined)
						}}
					>
						Deshacer<span className="sr-only"> {name}</span>
					</Button>
				</div>
			)}
		</form>
	)
}

/** What staff set for the whole shop. Each is saved by itself and holds at once. */
export function SettingsSection() {
	const list = useStaffList<StaffSetting>('ajuste', '/api/admin_ajustes/', {})
	const { rows } = list.page
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
				{groups.map(({ title, keys }) => (
					<section key={title} className="settings-group">
						<h4 className="title-s">{title}</h4>
						{keys.map((key) => {
							const setting = rows.find(({ clave }) => clave === key)
							return setting && <SettingForm key={key} setting={setting} />
						})}
					</section>
				))}
			</ListFrame>
		</PanelSection>
	)
}
