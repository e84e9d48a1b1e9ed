import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { actProblem } from '#core/web/panel/act.ts'
import { call } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { Field } from '#core/web/ui/fields.tsx'
import { findPosition } from '#modules/settings/endpoints.ts'

/** Finds the coordinates of an address. */
export function AddressFinder({ onFound }: { onFound: (position: string) => void }) {
	const [address, setAddress] = useState('')
	const [result, setResult] = useState<{ readonly problem?: string; readonly found?: string }>({})
	const search = useMutation({ mutationFn: (direccion: string) => call(findPosition, { query: { direccion } }) })
	async function find(): Promise<void> {
		const direccion = address.trim()
		if (direccion.length < 3) return setResult({ problem: 'Escribe una dirección con su número y su comuna.' })
		const answer = await search.mutateAsync(direccion)
		if (!answer.ok) return setResult({ problem: actProblem(answer, 'Intenta nuevamente.') })
		setResult({ found: `Es ${answer.data.direccion}. Mira en el mapa con «Ver cómo queda».` })
		onFound(answer.data.posicion)
	}
	function onKeyDown(event: KeyboardEvent): void {
		if (event.key !== 'Enter') return
		// The surrounding form would save on submit.
		event.preventDefault()
		void find()
	}
	return (
		<div className="address-finder stack tight">
			<Field
				label="Encontrarla por su dirección"
				autoComplete="street-address"
				maxLength={160}
				value={address}
				error={result.problem}
				hint={result.found ?? 'Como «Moneda 970, Santiago».'}
				onChange={(event) => setAddress(event.target.value)}
				onKeyDown={onKeyDown}
			/>
			<Button look="outline" isBusy={search.isPending} onClick={() => void find()}>
				Buscar<span className="visually-hidden"> la dirección</span>
			</Button>
		</div>
	)
}
