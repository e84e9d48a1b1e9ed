import { type Html, html } from '../look.ts'
import type { SimulatedAccount } from './accounts.ts'
import { variants } from './tokens.ts'

/** Parameters of the page that opened the chooser. */
export interface ChooserRequest {
	readonly client_id: string
	readonly nonce: string
	/** The only origin that gets the answer. */
	readonly origin: string
}

const hidden = (request: ChooserRequest) =>
	Object.entries(request).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

const variantField = html`<label class="field">Token que se entrega <select name="variante">${Object.entries(
	variants,
).map(([name, text]) => html`<option value="${name}">${text}</option>`)}</select></label>`

/** The account chooser: one form per account, and one for another person. Works without scripts up to the answer. */
export function chooserPage(home: string, request: ChooserRequest, accounts: readonly SimulatedAccount[]): Html {
	const action = `${home}/gsi/select`
	return html`<h1>Elige una cuenta</h1>
<p class="soft">Para continuar en ${request.origin}. Estas personas no existen.</p>
<form method="post" action="${action}" class="card">${hidden(request)}
<div class="actions">${accounts.map(
		(account) => html`<button name="email" value="${account.email}">${account.name}<br>
<span class="soft">${account.email}${!account.email_verified && ' · correo sin verificar'}${account.hd && ` · dominio ${account.hd}`}</span></button>`,
	)}</div>
<details><summary>Entregar un token con fallas</summary>${variantField}</details>
</form>
<form method="post" action="${action}" class="card">${hidden(request)}
<h2>Usar otra cuenta</h2>
<label class="field">Correo <input type="text" inputmode="email" name="email" required></label>
<label class="field">Nombre <input type="text" name="name" required></label>
<label class="field">Dominio de Workspace (opcional) <input type="text" name="hd"></label>
<label><input type="checkbox" name="sin_verificar" value="si"> El correo no está verificado</label>
<details><summary>Entregar un token con fallas</summary>${variantField}</details>
<div class="actions"><button class="yes">Continuar</button></div>
</form>`
}

/** Posts the token to the opening page, by a script that reads these attributes. */
export function answerPage(home: string, origin: string, credential: string): Html {
	return html`<h1>Listo</h1><p id="respuesta" data-origin="${origin}" data-credential="${credential}">Vuelve a la tienda.</p>
<script src="${home}/gsi/respuesta.js"></script>`
}
