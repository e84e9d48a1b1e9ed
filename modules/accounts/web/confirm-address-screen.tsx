import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { failures } from '#core/contract/failure.ts'
import { CallFailed, fetchFrom, withQueries } from '#core/web/session/query-client.tsx'
import { Button, LinkButton } from '#core/web/ui/buttons.tsx'
import { Skeleton } from '#core/web/ui/parts.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { confirmAddress } from '#modules/accounts/endpoints.ts'
import { AccountPage } from '#modules/accounts/web/account-parts.tsx'

/** Target of a mailed link that verifies the account's e-mail address. */
function ConfirmAddressScreen() {
	const { token = '' } = useParams()
	const { data, error, refetch } = useQuery({
		queryKey: ['confirmar-correo', token],
		queryFn: () => fetchFrom(confirmAddress, { body: { token } }),
		staleTime: Number.POSITIVE_INFINITY,
	})
	if (data) {
		return (
			<AccountPage title="Tu correo está confirmado" intro="Ya puedes pagar por transferencia o en efectivo.">
				<LinkButton to="/pago">Volver a tu pedido</LinkButton>
			</AccountPage>
		)
	}
	if (!error) {
		return (
			<AccountPage title="Confirma tu correo">
				<Skeleton size="field" label="Confirmando…" />
			</AccountPage>
		)
	}
	if (error instanceof CallFailed && error.refusal.code === 'enlace_vencido') {
		return (
			<AccountPage title="Este enlace ya no sirve">
				<Alert>{failures.enlace_vencido.text}</Alert>
				<p className="muted above-l below-l">Al confirmar tu pedido te enviamos otro.</p>
				<LinkButton to="/pago">Volver a tu pedido</LinkButton>
			</AccountPage>
		)
	}
	return (
		<AccountPage title="Confirma tu correo">
			<Alert>No pudimos confirmarlo. Tu enlace sigue sirviendo.</Alert>
			<Button className="above-l" onClick={() => void refetch()}>
				Reintentar
			</Button>
		</AccountPage>
	)
}

export default withQueries(ConfirmAddressScreen)
