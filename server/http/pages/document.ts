import { createHash } from 'node:crypto'
import type { RenderedPage, WebBuild } from '#server/http/pages/web-build.ts'

/** What every page's head says besides its own. The colours are those of paper in light and dark. */
const commonHead = [
	'<meta charset="utf-8">',
	'<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
	'<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7">',
	'<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101214">',
	'<link rel="icon" href="/favicon.ico" sizes="48x48">',
	'<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
	'<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
	'<link rel="manifest" href="/manifest.webmanifest">',
].join('')

/**
 * Puts a page together. With `inlineStyles` they stand in the page, so that nothing has to be waited for before it is painted,
 * and the whole stylesheet follows with the code; without, the page links the whole stylesheet.
 */
export function documentOf(page: RenderedPage, build: WebBuild, inlineStyles?: string): string {
	const files = `data-files="${build.scriptPaths.join(' ')}"`
	const styles = inlineStyles ? `<style>${inlineStyles}</style>` : `<link rel="stylesheet" href="${build.stylesPath}">`
	const start = `<script defer src="${build.startPath}" ${files}${inlineStyles ? ` data-styles="${build.stylesPath}"` : ''}></script>`
	return `<!doctype html><html ${page.htmlAttributes}><head>${commonHead}${page.head}${styles}${start}</head><body>${page.body}</body></html>`
}

/** The source expression that lets a style element with exactly this text through the Content Security Policy. */
export function styleHash(styles: string): string {
	return `'sha256-${createHash('sha256').update(styles).digest('base64')}'`
}
