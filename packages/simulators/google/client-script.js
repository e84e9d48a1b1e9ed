// Replaces the provider's sign-in script: the same names under `google.accounts.id`, popup mode. It renders a button, opens
// the account chooser of its own server, and passes the token to the page's callback.

{
	const home = new URL('..', document.currentScript.src)
	const texts = {
		signin_with: 'Acceder con Google',
		signup_with: 'Registrarse con Google',
		continue_with: 'Continuar con Google',
		signin: 'Acceder',
	}
	let config
	let chooser

	const choose = (state) => {
		const query = new URLSearchParams({
			client_id: config.client_id,
			nonce: config.nonce ?? '',
			origin: window.location.origin,
		})
		chooser = {
			state,
			page: window.open(`${home.href}gsi/select?${query}`, 'google-popup', 'popup,width=500,height=680'),
		}
		if (!chooser.page) config.error_callback?.({ type: 'popup_failed_to_open' })
	}

	window.addEventListener('message', (event) => {
		if (event.origin !== home.origin || !chooser || event.source !== chooser.page) return
		if (event.data?.type !== 'google-credential') return
		const { state } = chooser
		chooser = undefined
		config.callback?.({
			credential: event.data.credential,
			clientId: config.client_id,
			select_by: 'btn',
			...(state === undefined ? {} : { state }),
		})
	})

	// Sets styles one by one: a CSP may forbid style attributes and elements, not this.
	const drawButton = (parent, options) => {
		const isDark = options.theme === 'filled_black' || options.theme === 'filled_blue'
		const heights = { small: 20, medium: 32, large: 40 }
		const button = document.createElement('button')
		button.type = 'button'
		button.textContent = options.type === 'icon' ? 'G' : (texts[options.text] ?? texts.signin_with)
		if (options.type === 'icon') button.setAttribute('aria-label', texts.signin_with)
		Object.assign(button.style, {
			minHeight: `${heights[options.size] ?? 40}px`,
			width: options.width ? `${Number.parseInt(options.width, 10)}px` : 'auto',
			maxWidth: '100%',
			padding: '0 16px',
			border: '1px solid #747775',
			borderRadius: options.shape === 'pill' || options.shape === 'circle' ? '20px' : '4px',
			background: isDark ? '#1f1f1f' : '#ffffff',
			color: isDark ? '#ffffff' : '#1f1f1f',
			font: '500 14px Roboto, Arial, sans-serif',
			cursor: 'pointer',
		})
		button.addEventListener('click', () => {
			options.click_listener?.()
			choose(options.state)
		})
		parent.replaceChildren(button)
	}

	// One Tap is never shown: the moment reports it, and the page renders its button.
	const moment = {
		isDisplayMoment: () => true,
		isDisplayed: () => false,
		isNotDisplayed: () => true,
		getNotDisplayedReason: () => 'suppressed_by_user',
		isSkippedMoment: () => false,
		getSkippedReason: () => undefined,
		isDismissedMoment: () => false,
		getDismissedReason: () => undefined,
		getMomentType: () => 'display',
	}

	window.google = {
		...window.google,
		accounts: {
			...window.google?.accounts,
			id: {
				initialize(options) {
					config = options
				},
				renderButton(parent, options = {}) {
					if (!config) throw new Error('google.accounts.id.initialize() was not called')
					drawButton(parent, options)
				},
				prompt: (listener) => listener?.(moment),
				cancel: () => undefined,
				disableAutoSelect: () => undefined,
				storeCredential: (_credential, done) => done?.(),
				revoke: (_hint, done) => done?.({ successful: true }),
			},
		},
	}
	window.onGoogleLibraryLoad?.()
}
