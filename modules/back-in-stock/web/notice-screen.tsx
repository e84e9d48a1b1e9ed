import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation, useParams } from 'react-router'
import { failures } from '#core/contract/failure.ts'
import { type ApiAnswer, call } from '#core/web/session/api.ts'
import { withQueries } from '#core/web/session/query-client.tsx'
import { LinkButton, updateAndFocus } from '#core/web/ui/buttons.tsx'
import { SubmitButton, useCheckedForm } from '#core/web/ui/checked-form.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { AccountPage } from '#modules/accounts/web/account-parts.tsx'
import { confirmNotice, stopNotices } from '#modules/back-in-stock/endpoints.ts'

type Answer = Promise<ApiAnswer<{ readonly color: string } | { readonly borrado: true }>>

const texts = {
	confirmar: {
		title: 'Confirma tu aviso',
		intro: 'Te escribimos una sola vez, cuando llegue el color que esperas. Después borramos tu correo.',
		button: 'Confirmar mi aviso',
		done: 'Tu aviso está confirmado',
		result: (color: string) => `Te escribimos apenas llegue ${color}.`,
		send: (token: string): Answer => call(confirmNotice, { params: { token } }),
	},
	parar: {
		title: '¿No quieres más avisos?',
		intro: 'Borramos tu correo de la lista, para todos los colores.',
		button: 'No quiero más avisos',
		done: 'No te escribimos más',
		result: () => 'Borramos tu correo de la lista de avisos de stock.',
		send: (token: string): Answer => call(stopNotices, { params: { token } }),
	},
} as const

/** Target of the mailed links that confirm a notice and that stop notices. A press sends: programs that read mail open links. */
function NoticeScreen() {
	const { token = '' } = useParams()
	const { title, intro, button, done, result, send } =
		texts[useLocation().pathname.startsWith('/aviso/parar/') ? 'parar' : 'confirmar']
	const heading = useRef<HTMLHeadingElement>(null)
	const sending = useMutation({ mutationFn: () => send(token) })
	const { formProps } = useCheckedForm(() => {
		if (!sending.isPending)
			sending.mutate(undefined, {
				onSettled: () =>
					updateAndFocus(
						() => {},
						() => heading.current,
					),
			})
	})
	const answer = sending.data
	const isExpired = answer?.ok === false && answer.code === 'enlace_vencido'
	if (answer?.ok || isExpired) {
		return (
			<AccountPage title={isExpired ? 'Este enlace ya no sirve' : done} titleRef={heading}>
				<p>{answer.ok ? result('color' in answer.data ? answer.data.color : '') : failures.enlace_vencido.text}</p>
				<p className="above-l">
					<LinkButton to="/">Ver la tienda</LinkButton>
				</p>
			</AccountPage>
		)
	}
	return (
		<AccountPage title={title} titleRef={heading} intro={intro}>
			<form className="form" {...formProps}>
				{answer && <Alert>{(answer.status !== 0 && answer.text) || 'No funcionó. Intenta nuevamente.'}</Alert>}
				<SubmitButton isBusy={sending.isPending}>{button}</SubmitButton>
			</form>
		</AccountPage>
	)
}

export default withQueries(NoticeScreen)
