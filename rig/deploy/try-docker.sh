#!/bin/sh
# Installs the shop with Docker as an owner would, and replaces it while people buy; a version that does not start goes back. The images of
# the registry are played by Debian's packages (rig/deploy/docker), the certificate by Caddy's own authority for names in .local.
# Use, as root, with a running Docker, compose and debootstrap, on a machine for trials: sh rig/deploy/try-docker.sh OLDER.tar.xz NEWER.tar.xz
set -eu
project=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d /tmp/premium-shaker-docker.XXXXXX)
node=$project/node_modules/.bin/node
settings=/etc/premium-shaker.env
domain=tienda.local
[ ! -e "$settings" ] || { echo "$settings exists" && exit 1; }

out=$work
place=$work
# shellcheck source=rig/deploy/trial.sh
. "$project/rig/deploy/trial.sh"
page() { curl -sk -m 10 -o /dev/null -w '%{http_code}' --resolve "$domain:443:127.0.0.1" "https://$domain/$1" || true; }
compose() { "$work/older/deploy/docker" "$@"; }
runs() { docker ps --filter name=premium-shaker-shop --format '{{.Image}}' | sed 's/.*-//' | sort -u | tr '\n' ' '; }
of() { sed -n "s/^$1='\(.*\)'\$/\1/p" "$settings"; }

finish() {
	compose down --volumes >/dev/null 2>&1 || true
	[ -z "${mails:-}" ] || kill "$mails" 2>/dev/null || true
	rm -rf "$settings" /opt/premium-shaker
	printf '%s passed, %s failed; %s\n' "$passed" "$failed" "$work"
}
trap finish EXIT

unpack "$1" older
unpack "$2" newer
if ! docker image inspect debian:12-slim >/dev/null 2>&1; then
	debootstrap --variant=minbase bookworm "$work/debian" http://deb.debian.org/debian >/dev/null
	tar c -C "$work/debian" . | docker import - debian:12-slim >/dev/null
fi
for name in postgres caddy; do
	image=$(sed -n "s/.*image: \($name:.*\)/\1/p" "$project/deploy/compose.yml")
	docker image inspect "$image" >/dev/null 2>&1 || docker build -q --target "$name" -t "$image" "$project/rig/deploy/docker" >/dev/null 2>&1
done
gateway=$(ip -4 -o addr show docker0 | awk '{print $4}' | cut -d/ -f1)
# The mail server's certificate, which the images trust.
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=mails -addext "subjectAltName=IP:$gateway" \
	-keyout "$work/key.pem" -out "$work/older/ca.pem" 2>/dev/null
cp "$work/older/ca.pem" "$work/newer/ca.pem"
"$node" "$project/rig/deploy/outside.ts" mails "$gateway" "$work/key.pem" "$work/older/ca.pem" &
mails=$!
echo "NODE_EXTRA_CA_CERTS='/shop/ca.pem'" >"$settings"

began=$(date +%s)
install() { env YES=1 DOMAIN=$domain EMAIL=duena@prueba.cl SMTP_URL="smtp://$gateway:$1?requireTLS=true" "$work/older/deploy/docker"; }
check 'un servidor de correos cerrado la detiene' 1 "$(try closed.txt install 2599)"
check 'y lo dice' 1 "$(grep -c '^✗ correo' "$work/closed.txt")"
check 'instala' 0 "$(try first.txt install 2525)"
printf '  %s s con la imagen\n' "$(($(date +%s) - began))"
[ "$failed" = 0 ] || { tail -n 8 "$work/closed.txt" "$work/first.txt" && compose logs --tail 40 shop-1 && exit 1; }
check 'abre por https, sin lo del operador' '200 404 404' "$(page '') $(page metricas) $(page salud/listo)"
check 'sin cifrar: la página se desvía y la llamada se niega' '301 403' "$(curl -s -o /dev/null -w '%{http_code}' -H "Host: $domain" http://127.0.0.1/) $(curl -s -o /dev/null -w '%{http_code}' -H "Host: $domain" http://127.0.0.1/api/checkout/)"
check 'la configuración es solo de root' '640 root root' "$(stat -c '%a %U %G' "$settings")"
check 'la imagen no se construye de fuentes' '' "$(compose exec -T shop-1 sh -c 'ls -d modules core/contract 2>/dev/null; true')"
check 'los registros tienen tope' '10 20m' "$(docker inspect -f '{{index .HostConfig.LogConfig.Config "max-file"}} {{index .HostConfig.LogConfig.Config "max-size"}}' premium-shaker-shop-1-1)"
check 'nada se puede escribir fuera de /data y /tmp' 1 "$(compose exec -T shop-1 sh -c 'echo >/shop/x' 2>&1 | grep -c 'Read-only')"
printf '%s\n' SELLER_NAME='Prueba SpA' SELLER_RUT=76.192.083-9 SELLER_ADDRESS=Santiago SELLER_EMAIL=hola@prueba.cl SELLER_PHONE='+56 9 8765 4321' BANK_HOLDER='Prueba SpA' BANK_RUT=76.192.083-9 \
	BANK_NAME='Banco de Chile' BANK_ACCOUNT_TYPE='Cuenta corriente' BANK_ACCOUNT_NUMBER=00123456789 BANK_EMAIL=pagos@prueba.cl PICKUP_STATION='Metro Baquedano' SHOP_LAT=-33.43722 SHOP_LON=-70.63341 |
	sed "s/=\(.*\)/='\1'/" >>"$settings"
check 'toma la configuración nueva' 0 "$(try settings.txt compose up -d --wait)"

# From one address an hour takes 60 orders.
mkfifo "$work/ends"
process=$(docker inspect -f '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}' premium-shaker-shop-1-1 | cut -d' ' -f1)
STAFF_EMAIL=duena@prueba.cl STAFF_PASSWORD="$(of STAFF_PASSWORD)" "$node" "$project/rig/deploy/visitors.ts" "$domain" "http://$process:3000" 8000 <"$work/ends" >"$work/seen" &
visitors=$!
exec 3>"$work/ends"
for _ in $(seq 60); do kill -0 "$visitors" && grep -q begun "$work/seen" && break; sleep 1; done
check 'cambia a la versión nueva' 0 "$(try second.txt "$work/newer/deploy/docker")"
check 'y corre solo ella' "$(commit newer) " "$(runs)"
break_newer
check 'una versión que no parte no se queda' 1 "$(try third.txt "$work/broken/deploy/docker")"
check 'vuelve sola a la anterior' "$(commit newer) " "$(runs)"
check 'vuelve a la primera' "0 $(commit older) " "$(try fourth.txt "$work/older/deploy/docker") $(runs)"
exec 3>&-
wait "$visitors"
orders=$(sed -n 's/.*"orders":\([0-9]*\).*/\1/p' "$work/seen")
check "nadie que compra o mira ve un error: $(tail -n 1 "$work/seen")" '"errors":{}' "$(grep -o '"errors":{[^}]*}' "$work/seen")"
check 'cada compra respondida está en la base' "$orders" "$(compose exec -T postgres psql -U postgres -qtAX shop -c 'select count(*) from ordenes')"
check 'apagada y encendida encuentra sus datos' "0 $orders" "$(try again.txt sh -c "'$work/older/deploy/docker' down && YES=1 '$work/older/deploy/docker'") $(compose exec -T postgres psql -U postgres -qtAX shop -c 'select count(*) from ordenes')"
[ "$failed" = 0 ]
