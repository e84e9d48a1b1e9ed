const module = 'modules/back-in-stock/web/notice-screen.tsx'

/** The pages of mailed links, for the site map. */
export const noticeScreens = [
	{ path: '/aviso/confirmar/:token', module, title: 'Confirma tu aviso' },
	{ path: '/aviso/parar/:token', module, title: 'Parar avisos' },
] as const
