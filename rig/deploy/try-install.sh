#!/bin/sh
# Installs the shop as an owner would, in a container with a running systemd, a network of its own and no internet but the mirrors: wrong
# answers, a step that fails, a newer version while people buy, one that does not start, the way back, a changed setting, taken out and put
# back. Use, as root: sh rig/deploy/try-install.sh OLDER.tar.xz NEWER.tar.xz [bookworm | trixie | jammy | noble]
# Needs debootstrap, systemd-container and the mirror. The certificate's authority is played by rig/deploy/debian/certbot.
set -eu
project=$(cd "$(dirname "$0")/../.." && pwd)
older=$(realpath "$1")
newer=$(realpath "$2")
suite=${3:-bookworm}
domain=tienda.prueba.cl
root=$(mktemp -d /tmp/premium-shaker-machine.XXXXXX)
chmod 755 "$root"
node=$project/node_modules/.bin/node
case $suite in
jammy | noble) mirror=http://archive.ubuntu.com/ubuntu components=main,universe ;;
*) mirror=http://deb.debian.org/debian components=main ;;
esac

out=$root/srv
place=$root/srv
# shellcheck source=rig/deploy/trial.sh
. "$project/rig/deploy/trial.sh"
inside() { nsenter -t "$leader" -a env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
page() { curl -sk -m 10 -o /dev/null -w '%{http_code}' --resolve "$domain:443:10.9.0.2" "https://$domain/" || true; }
runs() { inside premium-shaker status | sed -n 's/^Versión .* (\(.*\))$/\1/p'; }
of() { sed -n "s/^$1='\(.*\)'\$/\1/p" "$root/etc/premium-shaker.env"; }
count() { inside runuser -u postgres -- env -C / psql -qtAX premium-shaker -c "select count(*) from $1"; }

finish() {
	# shellcheck disable=SC2086 # two processes
	[ -z "${outside:-}" ] || kill $outside 2>/dev/null || true
	# 38 asks systemd to power off.
	[ -z "${leader:-}" ] || kill -38 "$leader" 2>/dev/null || true
	[ -z "${machine:-}" ] || wait "$machine" 2>/dev/null || true
	printf '%s passed, %s failed; %s\n' "$passed" "$failed" "$root"
}
trap finish EXIT

# --- The machine --------------------------------------------------------------------------------------------------------------------

debootstrap --variant=minbase --no-check-gpg --components="$components" --include=ca-certificates,systemd,systemd-sysv,dbus,openssh-server,iproute2 \
	"$suite" "$root" "$mirror" >/dev/null
printf '127.0.0.1 localhost\n10.9.0.2 %s\n10.9.0.1 correo.prueba.cl otra.prueba.cl\n' "$domain" >"$root/etc/hosts"
echo 'Port 2022' >"$root/etc/ssh/sshd_config.d/port.conf"
install -m 755 "$project"/rig/deploy/debian/* "$root/usr/local/bin/"
unpack "$older" older
unpack "$newer" newer
systemd-nspawn -q -D "$root" --boot --register=no --keep-unit --machine=tienda --network-veth --resolv-conf=off </dev/null >"$root.log" 2>&1 &
machine=$!
for _ in $(seq 60); do
	leader=$(pgrep -P "$machine" | head -n 1) && ip link show ve-tienda >/dev/null 2>&1 && inside systemctl is-system-running 2>/dev/null | grep -Eq 'running|degraded' && break
	sleep 1
done
ip addr add 10.9.0.1/24 dev ve-tienda
ip link set ve-tienda up
inside sh -c 'ip addr add 10.9.0.2/24 dev host0 && ip link set host0 up'
"$node" "$project/rig/deploy/outside.ts" mirror 10.9.0.1 &
outside=$!
# The shop sends mails without encryption only within its machine.
nsenter -t "$leader" -n "$node" "$project/rig/deploy/outside.ts" mails 127.0.0.1 &
outside="$outside $!"

# --- Installing ---------------------------------------------------------------------------------------------------------------------

answers() { printf '%s\n' "$@" >"$root/srv/answers"; }
# refused NAME WORDS COMMAND: ends with 1, says why, and leaves nothing of the shop.
refused() {
	name=$1 words=$2
	shift 2
	result=$(try refused.txt "$@")
	left=$(find "$root/etc" "$root/opt" -maxdepth 1 -name 'premium-shaker*')
	check "$name" "1 1 " "$result $(grep -c "$words" "$root/srv/refused.txt") $left"
}
known() { inside env DOMAIN=$domain EMAIL=duena@prueba.cl SMTP_URL=smtp://127.0.0.1:2525 YES=1 "$@"; }
refused 'sin root no empieza' 'como root' known setpriv --reuid=65534 --clear-groups /srv/older/install
cp -R "$root/srv/older" "$root/srv/arm64"
sed -i 's/x64$/arm64/' "$root/srv/arm64/VERSION"
refused 'para otra máquina no empieza' 'baja el otro' known /srv/arm64/install
answers otra.prueba.cl duena@prueba.cl smtp://127.0.0.1:2525 n
refused 'un dominio que lleva a otra parte, y «no»' 'Apunta el dominio' inside sh -c '/srv/older/install </srv/answers'
refused 'sin una respuesta, con YES' 'Falta SMTP_URL' inside env DOMAIN=$domain EMAIL=duena@prueba.cl YES=1 /srv/older/install
refused 'sin repositorios no empieza' 'apt-get update falló' known /srv/older/install
echo 'Acquire::http::Proxy "http://10.9.0.1:3142";' >"$root/etc/apt/apt.conf.d/trial"

began=$(date +%s)
answers tienda 'tienda .cl' "tienda'.cl" "$domain" duena 'duena@' '@prueba.cl' duena@prueba.cl smtp.prueba.cl http://prueba.cl 'smtp://' smtp://correo.prueba.cl:2525 smtp://127.0.0.1:2599 smtp://127.0.0.1:2525
touch "$root/root/no-certificate"
check 'nueve respuestas sin forma, correos sin cifrar y un servidor cerrado se preguntan otra vez; sin certificado se detiene' 1 "$(try first.txt inside sh -c '/srv/older/install </srv/answers')"
check 'dice qué hacer' 1 "$(grep -c 'al repetir sigue desde aquí' "$root/srv/first.txt")"
rm "$root/root/no-certificate"
check 'al repetir no pregunta lo que sabe y termina' 0 "$(try second.txt inside sh -c 'echo despues | /srv/older/install')"
printf '  %s s desde la primera respuesta, con los programas\n' "$(($(date +%s) - began))"
[ "$failed" = 0 ] || { tail -n 5 "$root/srv/first.txt" "$root/srv/second.txt" && exit 1; }
check 'abre por https' 200 "$(page)"
check 'lleva de http a https' "301 https://$domain/" "$(curl -s -o /dev/null -w '%{http_code} %{redirect_url}' -H "Host: $domain" http://10.9.0.2/)"
check 'guarda la configuración para root y la tienda' '640 root premium-shaker' "$(inside stat -c '%a %U %G' /etc/premium-shaker.env)"
check 'el doctor solo echa de menos los datos de la tienda' '✗ ajustes' "$(inside premium-shaker doctor | grep '^✗' | cut -d: -f1)"
check 'nadie más lee la contraseña' '' "$(inside sh -c "grep -rlF '$(of STAFF_PASSWORD)' /etc /opt /var/log 2>/dev/null" | grep -v '^/etc/premium-shaker.env$' || true)"
inside sh -c "setsid /opt/premium-shaker/current/bin/node -e 'require(\"http\").createServer((_, a) => a.end()).listen(8080)' >/dev/null 2>&1 &"
sleep 1
check 'el cortafuegos deja ssh, 80 y 443' '2022/tcp 443/tcp 80/tcp' "$(inside ufw status | awk '$2 == "ALLOW" {print $1}' | sort | tr '\n' ' ' | sed 's/ $//')"
check 'y cierra lo demás' '200 000' "$(inside curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8080/) $(curl -s -m 3 -o /dev/null -w '%{http_code}' http://10.9.0.2:8080/ || true)"
check 'el sistema se actualiza solo' '1 enabled' "$(inside apt-config dump APT::Periodic::Unattended-Upgrade | cut -d'"' -f2) $(inside systemctl is-enabled apt-daily-upgrade.timer)"
check 'el certificado se renueva solo' enabled "$(inside systemctl is-enabled certbot.timer)"
check 'systemd no objeta la unidad' '' "$(inside systemd-analyze verify --man=no premium-shaker@3001.service 2>&1 | grep premium-shaker || true)"
inside systemctl kill -s KILL premium-shaker@3001
sleep 12
check 'un proceso que muere vuelve a partir' active "$(inside systemctl is-active premium-shaker@3001)"

# --- Another version, while people buy ----------------------------------------------------------------------------------------------

of_shop='SELLER_NAME SELLER_RUT SELLER_ADDRESS SELLER_EMAIL SELLER_PHONE BANK_HOLDER BANK_RUT BANK_NAME BANK_ACCOUNT_TYPE BANK_ACCOUNT_NUMBER BANK_EMAIL PICKUP_STATION SHOP_LAT SHOP_LON'
printf '%s\n' 'Prueba SpA' 76.192.083-9 Santiago hola@prueba.cl '+56 9 8765 4321' 'Prueba SpA' 76.192.083-9 'Banco de Chile' 'Cuenta corriente' 00123456789 pagos@prueba.cl 'Metro Baquedano' -33.43722 -70.63341 >"$root/srv/of_shop"
check 'varias variables a la vez' 0 "$(try set.txt inside sh -c "premium-shaker set $of_shop </srv/of_shop")"
check 'con ellas el doctor no objeta nada' 1 "$(inside premium-shaker doctor | grep -c 'Todo en orden')"
mkfifo "$root/ends"
nsenter -t "$leader" -n env STAFF_EMAIL=duena@prueba.cl STAFF_PASSWORD="$(of STAFF_PASSWORD)" "$node" "$project/rig/deploy/visitors.ts" "$domain" <"$root/ends" >"$root/seen" &
visitors=$!
exec 3>"$root/ends"
for _ in $(seq 60); do kill -0 "$visitors" && grep -q begun "$root/seen" && break; sleep 1; done
check 'cambia a la versión nueva' 0 "$(try third.txt inside /srv/newer/install)"
check 'que dice cuál es' "$(commit newer)" "$(runs)"
break_newer
check 'una versión que no parte no se queda' 1 "$(try fourth.txt inside /srv/broken/install)"
check 'vuelve sola a la anterior' "$(commit newer)" "$(runs)"
check 'rollback' 0 "$(try fifth.txt inside premium-shaker rollback)"
check 'vuelve a la primera' "$(commit older)" "$(runs)"
exec 3>&-
wait "$visitors"
orders=$(sed -n 's/.*"orders":\([0-9]*\).*/\1/p' "$root/seen")
check "nadie que compra o mira ve un error: $(tail -n 1 "$root/seen")" '"errors":{}' "$(grep -o '"errors":{[^}]*}' "$root/seen")"
check 'cada compra respondida está en la base' "$orders" "$(count ordenes)"
check 'quedan dos versiones' 2 "$(find "$root/opt/premium-shaker" -mindepth 1 -maxdepth 1 -type d | wc -l)"

# --- Settings, out and in -----------------------------------------------------------------------------------------------------------

check 'un valor malo no se guarda' '1 smtp://127.0.0.1:2525' "$(echo smtp.sin-protocolo | try set.txt inside premium-shaker set SMTP_URL) $(of SMTP_URL)"
check 'un valor bueno sí' '0 PRUEBA-LARGA-5000' "$(echo PRUEBA-LARGA-5000 | try set.txt inside premium-shaker set DISCOUNT_CODE) $(of DISCOUNT_CODE)"
inside useradd -m respaldos
check 'elige adónde salen los respaldos' 0 "$(try backups.txt inside env YES=1 BACKUP_TO=ssh://respaldos@127.0.0.1:2022/~/tienda premium-shaker backups)"
inside sh -c 'install -d -o respaldos -m 700 /home/respaldos/.ssh && install -o respaldos -m 600 /var/lib/premium-shaker/ssh/id_ed25519.pub /home/respaldos/.ssh/authorized_keys'
check 'y el doctor llega hasta allá' 1 "$(inside premium-shaker doctor | grep -c '^✓ respaldos')"
check 'respalda' 0 "$(try backup.txt inside premium-shaker backup /var/lib/premium-shaker/respaldos/mio)"
check 'prueba el respaldo' 0 "$(try rehearse.txt inside premium-shaker rehearse /var/lib/premium-shaker/respaldos/mio)"
check 'restaura' "0 $orders" "$(try restore.txt inside env YES=1 premium-shaker restore /var/lib/premium-shaker/respaldos/mio) $(count ordenes)"
check 'y vuelve a vender' 0 "$(try open.txt inside premium-shaker open)"
check 'se quita' '0 no' "$(try out.txt inside env YES=1 premium-shaker uninstall) $([ -e "$root/usr/local/bin/premium-shaker" ] && echo sí || echo no)"
check 'y ya no responde' 000 "$(page)"
check 'al instalarla otra vez encuentra sus datos' "0 $orders 200" "$(try again.txt inside env YES=1 /srv/newer/install) $(count ordenes) $(page)"
check 'archivo dañado no se instala' 1 "$(inside sh -c 'mkdir -p /srv/bad && head -c 1000000 /dev/urandom >/srv/bad/premium-shaker-9.tar.xz && echo 0000 premium-shaker-9.tar.xz >/srv/bad/premium-shaker-9.tar.xz.sha256' && try bad.txt inside premium-shaker update /srv/bad/premium-shaker-9.tar.xz)"
[ "$failed" = 0 ]
