// Runs in the chooser's window once an account was chosen: gives the token to the page that opened it, and to no other.
const answer = document.getElementById('respuesta')
if (answer && window.opener) {
	const { origin, credential } = answer.dataset
	window.opener.postMessage({ type: 'google-credential', credential }, origin)
	window.close()
}
