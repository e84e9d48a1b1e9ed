import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { PreviewSettingAnswer } from '#contract/staff/settings.ts'
import type { SettingValue } from '#domain/settings/setting-kinds.ts'
import { settingTexts } from '#domain/settings/setting-text.ts'
import type { SettingKey } from '#domain/settings/settings.ts'
import { shownOn } from '#domain/settings/shown-on.ts'
import { callApi } from '#web/session/api.ts'
import { actProblem } from '#web/staff/act.ts'
import { ActDialog } from '#web/ui/action-dialog.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const CheckoutPart = lazy(() => import('#web/staff/settings/checkout-part.tsx'))

interface SettingPreviewProps {
	readonly clave: SettingKey
	readonly value: SettingValue
	readonly isBusy: boolean
	readonly problem: string | undefined
	readonly onSave: () => void
	readonly onClose: () => void
}

async function look(clave: SettingKey, valor: SettingValue): Promise<PreviewSettingAnswer> {
	const path = `/api/admin_ajustes/${clave}/vista/`
	const answer = await callApi<PreviewSettingAnswer>(path, { method: 'POST', auth: true, body: { valor } })
	if (!answer.ok) throw new Error(actProblem(answer, 'Intenta nuevamente.'))
	return answer.data
}

function Page({ html, ancla }: { html: string; ancla: string | null }) {
	return (
		<iframe
			className="setting-preview"
			title="La página con este cambio"
			sandbox="allow-same-origin"
			srcDoc={html}
			onLoad={({ currentTarget }) => {
				if (ancla) currentTarget.contentDocument?.getElementById(ancla)?.scrollIntoView()
			}}
		/>
	)
}

/** What customers would see with a value that is not saved yet: a page in which nothing runs, or a part of the checkout. */
export function SettingPreview({ clave, value, isBusy, problem, onSave, onClose }: SettingPreviewProps) {
	const { data, error } = useQuery({
		queryKey: ['vista', clave, value],
		queryFn: () => look(clave, value),
		gcTime: 0,
		retry: false,
	})
	const { name } = settingTexts[clave]
	const place = shownOn(clave)
	const part = place && 'part' in place ? place.part : undefined
	return (
		<ActDialog
			title={`Así quedaría: ${name}`}
			confirmText={data && 'Guardar'}
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={onSave}
		>
			{error && <Alert>{error.message}</Alert>}
			{!data && !error && <Skeleton className="setting-preview" label="Preparando la vista" />}
			{data?.pago && part && (
				<Suspense fallback={<Skeleton className="setting-preview" label="Preparando la vista" />}>
					<CheckoutPart part={part} value={value} options={data.pago} />
				</Suspense>
			)}
			{data?.html && <Page html={data.html} ancla={data.ancla} />}
		</ActDialog>
	)
}
