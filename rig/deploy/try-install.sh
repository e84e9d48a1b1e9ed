#!/bin/sh
# Installs the shop on an empty Debian as an owner would: wrong answers, a newer version while people visit, one that does not start,
# back, a changed setting, taken out and put back. Use, as root: sh rig/deploy/try-install.sh OLDER.tar.xz NEWER.tar.xz [folder of an
# earlier trial's Debian]. Needs debootstrap and Debian's mirror. systemd and the certificate's authority are played by rig/deploy/debian.
set -eu
project=$(cd "$(dirname "$0")/../.." && pwd)
older=$1
newer=$2
debian=${3:-$(mktemp -d /tmp/premium-shaker-debian.XXXXXX)}
domain=tienda.prueba.cl

failed=0
passed=0
check() {
	if [ "$2" = "$3" ]; then passed=$((passed + 1)) && printf '✓ %s\n' "$1"; else failed=$((failed + 1)) && printf '✗ %s: «%s», y no «%s»\n' "$1" "$3" "$2"; fi
}
inside() { chroot "$debian" env PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
page() { curl -sk -m 10 -o /dev/null -w '%{http_code}' --resolve "$domain:443:127.0.0.1" "https://$domain/"; }
# Takes out of an archive what the trial runs, and changes its commit where a third word is given.
unpack() { rm -rf "$debian/root/$2" && mkdir -p "$debian/root/$2" && tar xf "$1" -C "$debian/root/$2" --strip-components=1; }

finish() {
	inside systemctl stop premium-shaker@3001 premium-shaker@3002 2>/dev/null || true
	inside nginx -s stop 2>/dev/null || true
	inside pg_ctlcluster 15 main stop 2>/dev/null || true
	[ -z "${mails:-}" ] || kill "$mails" 2>/dev/null || true
	umount "$debian/proc" "$debian/dev" 2>/dev/null || true
	printf '%s passed, %s failed\n' "$passed" "$failed"
}
trap finish EXIT

[ -x "$debian/bin/sh" ] || debootstrap --variant=minbase --include=ca-certificates bookworm "$debian" http://deb.debian.org/debian >/dev/null
mountpoint -q "$debian/proc" || mount -t proc proc "$debian/proc"
mountpoint -q "$debian/dev" || mount --bind /dev "$debian/dev"
cp /etc/resolv.conf "$debian/etc/resolv.conf"
printf '127.0.0.1 localhost %s\n' "$domain" >"$debian/etc/hosts"
printf '#!/bin/sh\nexit 101\n' >"$debian/usr/sbin/policy-rc.d"
chmod 755 "$debian/usr/sbin/policy-rc.d"
install -m 755 "$project"/rig/deploy/debian/* "$debian/usr/local/bin/"
# A mail server that takes everything.
(cd "$project" && exec node --input-type=module -e "
	import { SMTPServer } from 'smtp-server'
	new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], onData: (mail, _, done) => mail.resume().on('end', done) }).listen(2526, '127.0.0.1')") &
mails=$!

unpack "$older" older
unpack "$newer" newer
began=$(date +%s)
# Nine answers without the right form, a mail server that does not listen, and a domain that leads elsewhere.
printf '%s\n' tienda 'tienda .cl' "tienda'.cl" "$domain" duena 'duena@' '@prueba.cl' duena@prueba.cl 'smtp.prueba.cl' 'http://prueba.cl' 'smtp://' smtp://127.0.0.1:2599 s '' smtp://127.0.0.1:2526 >"$debian/root/answers"
result=0
inside env FIREWALL=no sh -c '/root/older/install </root/answers' >"$debian/root/first.txt" 2>&1 || result=$?
check "instala, con diez respuestas malas antes de las buenas, en $(($(date +%s) - began)) s" 0 "$result"
if [ "$result" != 0 ]; then tail -n 20 "$debian/root/first.txt" && exit 1; fi
check 'abre por https' 200 "$(page)"
check 'lleva de http a https' "301 https://$domain/" "$(curl -s -o /dev/null -w '%{http_code} %{redirect_url}' -H "Host: $domain" http://127.0.0.1/)"
check 'guarda la configuración para root y la tienda' 640 "$(stat -c %a "$debian/etc/premium-shaker.env")"
check 'el doctor solo echa de menos los datos de la tienda' '✗ ajustes' "$(inside premium-shaker doctor | grep '^✗' | cut -d: -f1)"
check 'no escribe la contraseña en ningún archivo legible por otros' '' "$(inside sh -c 'password=$(sed -n "s/^STAFF_PASSWORD=.\(.*\).$/\1/p" /etc/premium-shaker.env); grep -rlF "$password" /etc /opt /var/log 2>/dev/null | grep -v "^/etc/premium-shaker.env$"' || true)"

accounts() { inside runuser -u postgres -- psql -qtAX premium-shaker -c 'select count(*) from usuarios'; }
before=$(accounts)
visits=$(mktemp)
(while :; do page; echo; sleep 0.1; done >"$visits") &
visitor=$!
result=0
inside /root/newer/install >"$debian/root/second.txt" 2>&1 || result=$?
check 'cambia a la versión nueva' 0 "$result"
kill "$visitor"
check "ninguna de $(wc -l <"$visits") visitas falla mientras tanto" 0 "$(grep -vc '^200$' "$visits")"
newerCommit=$(cut -d' ' -f2 "$debian/root/newer/VERSION" | cut -c1-12)
check 'dice su versión' "$newerCommit" "$(inside premium-shaker status | sed -n 's/^Versión .* (\(.*\))$/\1/p')"

cp -R "$debian/root/newer" "$debian/root/broken"
echo 'process.exit(1)' >"$debian/root/broken/dist/shop/main.js"
sed -i "s/ [0-9a-f]\{40\} / $(printf 'b%.0s' $(seq 40)) /" "$debian/root/broken/VERSION"
result=0
inside /root/broken/install >"$debian/root/third.txt" 2>&1 || result=$?
check 'una versión que no parte no se queda' 1 "$result"
check 'vuelve sola a la anterior' "$newerCommit" "$(inside premium-shaker status | sed -n 's/^Versión .* (\(.*\))$/\1/p')"
check 'y vende' 200 "$(page)"
inside premium-shaker rollback >"$debian/root/fourth.txt" 2>&1 || true
check 'vuelve a la primera' "$(cut -d' ' -f2 "$debian/root/older/VERSION" | cut -c1-12)" "$(inside premium-shaker status | sed -n 's/^Versión .* (\(.*\))$/\1/p')"
result=0
echo 'smtp.sin-protocolo' | inside premium-shaker set SMTP_URL >/dev/null 2>&1 || result=$?
check 'un valor malo no se guarda' "1 smtp://127.0.0.1:2526" "$result $(sed -n "s/^SMTP_URL='\(.*\)'$/\1/p" "$debian/etc/premium-shaker.env")"
echo 'SHAKER5000-PRUEBA-LARGA' | inside premium-shaker set DISCOUNT_CODE >/dev/null 2>&1 || true
check 'un valor bueno sí' 'SHAKER5000-PRUEBA-LARGA' "$(sed -n "s/^DISCOUNT_CODE='\(.*\)'$/\1/p" "$debian/etc/premium-shaker.env")"
YES=1 inside premium-shaker uninstall >/dev/null
check 'se quita' 000 "$(page || true)"
inside env YES=1 FIREWALL=no /root/newer/install >"$debian/root/fifth.txt" 2>&1 || tail -n 20 "$debian/root/fifth.txt"
check 'al instalarla otra vez encuentra sus datos' "200 $before" "$(page) $(accounts)"
[ "$failed" = 0 ]
