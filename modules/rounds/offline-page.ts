/** The source files of the round's page, which works offline: those that it loads besides the files of every page. */
export const roundPage = [
	'modules/accounts/web/profile-screen.tsx',
	'modules/staff/web/panel.tsx',
	'modules/rounds/web/deliveries-section.tsx',
]
