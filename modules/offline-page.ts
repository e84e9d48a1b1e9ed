/** The source files of the panel's page that works offline; without any, none does. */
export const offlinePage: readonly string[] = [
	'modules/accounts/web/profile-screen.tsx',
	'modules/accounts/web/panel-unless-required.tsx',
	'shop/web/panel/panel.tsx',
	'modules/rounds/web/deliveries-section.tsx',
]
