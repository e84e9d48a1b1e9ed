// Runs in the chooser's window after a choice: posts the token to the opening page only.
const answer = document.getElementById('respuesta')
if (answer && window.opener) {
	const { origin, credential } = answer.dataset
	window.opener.postMessage({ type: 'google-credential', credential }, origin)
	window.close()
}
