export function writeReleaseFolder(
	source: string,
	folder: string,
	release: { version: string; commit: string; cpu: string },
): string[]
