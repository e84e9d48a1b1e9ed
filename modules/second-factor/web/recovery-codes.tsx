import { Button } from '#core/web/ui/button.tsx'
import { offerFile } from '#core/web/ui/offer-file.ts'

/** The recovery codes, shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
	const asFile = () => new Blob([`Premium Shaker\n${codes.join('\n')}\n`], { type: 'text/plain' })
	return (
		<div className="above-s stack loose" role="alert">
			<p className="strong">Guarda estos códigos de recuperación</p>
			<p>No los mostraremos otra vez. Cada uno te deja entrar una vez si pierdes tu segundo paso.</p>
			<ul className="own-codes">
				{codes.map((code) => (
					<li key={code}>
						<code>{code}</code>
					</li>
				))}
			</ul>
			<div className="row">
				<Button look="outline" onClick={() => offerFile('codigos-premium-shaker.txt', asFile())}>
					Descargar
				</Button>
				<Button onClick={onDone}>Ya los guardé</Button>
			</div>
		</div>
	)
}
