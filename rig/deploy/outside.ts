/**
 * What the machine of an installation trial sees of the internet. Use: node rig/deploy/outside.ts mirror ADDRESS (the mirrors of
 * Debian and Ubuntu by an HTTP proxy, port 3142), or mails ADDRESS [KEY CERTIFICATE] (a mail server that takes
 * everything, port 2525; with files of a key and a certificate by STARTTLS).
 */
import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { SMTPServer } from 'smtp-server'

const mirror = createServer((asked, answer) => {
	const url = URL.parse(asked.url ?? '')
	if (!url || !/(^|\.)(debian\.org|ubuntu\.com)$/.test(url.hostname)) return void answer.writeHead(403).end()
	const forwarded = request(url, { method: asked.method, headers: asked.headers }, (got) => {
		answer.writeHead(got.statusCode ?? 502, got.headers)
		got.pipe(answer)
	})
	forwarded.on('error', () => answer.destroy())
	asked.pipe(forwarded)
})

const [, , what, address, key, cert] = process.argv
const mails = new SMTPServer({
	authOptional: true,
	...(key && cert ? { key: readFileSync(key), cert: readFileSync(cert) } : { disabledCommands: ['STARTTLS'] }),
	onData: (mail, _session, done) => mail.resume().on('end', done),
})

if (what === 'mails') mails.listen(2525, address)
else mirror.listen(3142, address)
