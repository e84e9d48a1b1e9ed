import { type Html, html } from './look.ts'

/** Buttons of every simulated pay page. */
export const payActions = ['aprobar', 'pendiente', 'rechazar', 'abandonar'] as const
export type PayAction = (typeof payActions)[number]

/** Pay form: the four buttons, and the other outcomes in a `details`. */
export function payForm(form: { action: string; hidden: [name: string, value: string]; variants: Html }): Html {
	const [name, value] = form.hidden
	return html`<form method="post" action="${form.action}"><input type="hidden" name="${name}" value="${value}">
<div class="actions">
<button class="yes" name="accion" value="aprobar">Aprobar pago</button>
<button name="accion" value="pendiente">Dejar pendiente</button>
<button class="no" name="accion" value="rechazar">Rechazar pago</button>
<button name="accion" value="abandonar">Abandonar</button>
</div>
<details><summary>Otras formas de responder</summary>${form.variants}</details></form>`
}

/** Radio choice; the first is the default. */
export function choices(legend: string, name: string, options: Readonly<Record<string, string>>): Html {
	const radios = Object.entries(options).map(([value, text], index) => {
		const checked = index === 0 ? 'checked' : ''
		return html`<label><input type="radio" name="${name}" value="${value}" ${checked}>${text}</label>`
	})
	return html`<fieldset><legend>${legend}</legend>${radios}</fieldset>`
}

/** Independent checkboxes of faults. */
export function checks(legend: string, options: Readonly<Record<string, string>>): Html {
	const boxes = Object.entries(options).map(
		([name, text]) => html`<label><input type="checkbox" name="${name}" value="si">${text}</label>`,
	)
	return html`<fieldset><legend>${legend}</legend>${boxes}</fieldset>`
}

/** Delay in seconds of late events. */
export function delayField(seconds: number): Html {
	return html`<p><label class="field">Demora en segundos
<input type="number" name="demora_segundos" min="0" max="3600" step="any" value="${seconds}"></label></p>`
}

/** A page that continues by POST, as some providers return: by script (`servePostReturn`), or by its button. */
export function postReturn(home: string, address: string, fields: Readonly<Record<string, string>>): Html {
	const hidden = Object.entries(fields).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
	)
	return html`<h1>Volviendo a la tienda…</h1>
<form id="volver" method="post" action="${address}" data-return>${hidden}<button class="yes">Volver a la tienda</button></form>
<script src="${home}/volver.js"></script>`
}

export const postReturnScript = "document.getElementById('volver').submit()\n"
