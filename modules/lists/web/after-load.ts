/** Run once in the browser when a page of the shop has loaded, the account's excepted. They load their code then, as no visitor waits for it. */
export const afterLoad: readonly (() => Promise<void>)[] = [
	async () => (await import('#modules/found/web/source.ts')).keepSource(),
	async () => (await import('#modules/found/web/report-speed.ts')).reportSpeed(),
]
