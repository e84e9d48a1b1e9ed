# Lo que usan install, premium-shaker y docker.
# shellcheck shell=sh disable=SC2034 # they use what stands here
set -eu
umask 022
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive

code=/opt/premium-shaker
data=/var/lib/premium-shaker
settings=/etc/premium-shaker.env
ports='3001 3002'
# Who reads the settings, besides root.
readers=${readers:-premium-shaker}

say() { printf '› %s\n' "$*"; }
stop() {
	printf '✗ %s\n' "$*" >&2
	exit 1
}

[ "$(id -u)" = 0 ] || stop "Hay que correrlo como root: sudo $0"

# The value of a setting; empty when it has none. Values are in single quotes, which systemd and Node read alike.
setting() { [ ! -f "$settings" ] || sed -n "s/^$1='\(.*\)'\$/\1/p" "$settings" | tail -n 1; }

# Writes a setting, in place of an earlier one, in a file that only root and `readers` read; an empty value takes it out.
keep() {
	case $2 in *"'"* | *'
'*) stop "$1 no puede llevar comillas simples ni saltos de línea." ;; esac
	umask 077
	{
		[ ! -f "$settings" ] || grep -v "^$1=" "$settings" || true
		[ -z "$2" ] || printf "%s='%s'\n" "$1" "$2"
	} >"$settings.new"
	umask 022
	chown "root:$readers" "$settings.new"
	chmod 640 "$settings.new"
	mv "$settings.new" "$settings"
}

# ask NAME QUESTION PATTERN: reads a variable that is not given, until it has the form.
ask() {
	eval "given=\${$1:-}"
	while ! printf '%s\n' "$given" | grep -Eq "$3"; do
		[ -z "$given" ] || printf '  «%s» no sirve.\n' "$given" >&2
		[ -z "${YES:-}" ] || stop "Falta $1: $2"
		printf '%s: ' "$2"
		read -r given || stop "Falta $1: $2"
	done
	eval "$1=\$given"
}

agree() {
	[ -z "${YES:-}" ] || return 0
	printf '%s [s/N] ' "$1"
	read -r answer && case $answer in [sS]*) return 0 ;; esac
	return 1
}

mail_question='Servidor de correos (smtps://usuario:contraseña@servidor:465)'
mail_form="^smtps?://[^[:space:]']+\$"

# The three questions of a first installation. What an earlier try has kept is not asked again.
ask_first() {
	DOMAIN=${DOMAIN:-$(setting PUBLIC_URL | sed 's|^https://||')}
	EMAIL=${EMAIL:-$(setting STAFF_EMAIL)}
	SMTP_URL=${SMTP_URL:-$(setting SMTP_URL)}
	MAIL_FROM=${MAIL_FROM:-$(setting MAIL_FROM)}
	say 'Antes: el dominio apunta a esta máquina y los puertos 80 y 443 están abiertos.'
	ask DOMAIN 'Dominio de la tienda (tienda.cl)' '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$'
	ask EMAIL 'Tu correo, para entrar al panel y para los avisos' '^[^[:space:]@'"'"']+@[^[:space:]@'"'"']+\.[a-z]{2,}$'
	ask SMTP_URL "$mail_question" "$mail_form"
	address=$(getent ahostsv4 "$DOMAIN" | awk 'NR==1 {print $1}') || true
	if [ -z "$address" ]; then
		agree "El dominio $DOMAIN todavía no lleva a ninguna parte, y sin él no hay certificado. ¿Seguir igual?" || stop 'Apunta el dominio a esta máquina y vuelve.'
	elif ! hostname -I | tr ' ' '\n' | grep -Fxq "$address"; then
		agree "El dominio $DOMAIN lleva a $address, que no es una dirección de esta máquina. ¿Seguir igual (hay un router delante)?" || stop 'Apunta el dominio a esta máquina y vuelve.'
	fi
}

# Keeps the answers, and makes the secrets that are missing.
keep_first() {
	[ -n "$(setting STAFF_PASSWORD)" ] || keep STAFF_PASSWORD "$(openssl rand -base64 15 | tr '+/' 'ab')"
	[ -n "$(setting SECRET_KEY)" ] || keep SECRET_KEY "$(openssl rand -hex 32)"
	keep PUBLIC_URL "https://$DOMAIN"
	keep STAFF_EMAIL "$EMAIL"
	keep SMTP_URL "$SMTP_URL"
	keep MAIL_FROM "${MAIL_FROM:-Premium Shaker <hola@$DOMAIN>}"
}

# Asks for the mail server until `doctor` reaches it.
try_mail() {
	say 'Probando la configuración…'
	report=$(mktemp)
	while doctor >"$report" 2>&1 || true; grep '^✗ \(correo\|variables\)' "$report" >&2; do
		grep -q '^✗.*\(correo\|SMTP_URL\)' "$report" || stop "Corrige eso en $settings y vuelve a correr la instalación."
		[ -z "${YES:-}" ] || stop 'Corrige SMTP_URL y vuelve a correr la instalación.'
		SMTP_URL=''
		ask SMTP_URL "$mail_question" "$mail_form"
		keep SMTP_URL "$SMTP_URL"
	done
	rm -f "$report"
}

say_ready() {
	say "Lista: https://$DOMAIN"
	say "Panel: https://$DOMAIN/login   $EMAIL   $(setting STAFF_PASSWORD)   (cámbiala al entrar)"
	say "Lo que falta lo dice «Primer día» en el panel; las órdenes del equipo: $1"
}

# as_shop FOLDER COMMAND [WORDS]: runs a version's command as the shop's user, with the shop's settings.
as_shop() (
	from=$1
	command=$2
	shift 2
	exec runuser -u premium-shaker -- env -C "$from" HOME="$data" DATA_DIR="$data" NODE_ENV=production \
		bin/node --env-file="$settings" "dist/shop/$command.js" "$@"
)

# Whether the process of a port answers with its commit, within two minutes (migrations run in the first one), or three ended starts.
is_ready() {
	for _ in $(seq 120); do
		curl -fsS -m 5 "http://127.0.0.1:$1/salud/listo" 2>/dev/null | grep -q "$2" && return 0
		[ "$(systemctl show --value -p NRestarts "premium-shaker@$1")" -lt 3 ] || return 1
		sleep 1
	done
	return 1
}

# use FOLDER: makes it the version that runs, one process after the other; fails when one does not answer.
use() {
	read -r _ used _ <"$1/VERSION"
	ln -sfn "$1" "$code/current.new"
	mv -T "$code/current.new" "$code/current"
	install -m 644 "$1/deploy/premium-shaker@.service" /etc/systemd/system/premium-shaker@.service
	ln -sfn "$code/current/deploy/premium-shaker" /usr/local/bin/premium-shaker
	systemctl daemon-reload
	for port in $ports; do
		systemctl enable --quiet "premium-shaker@$port"
		systemctl restart "premium-shaker@$port"
		is_ready "$port" "$(printf %.12s "$used")" || return 1
	done
}

as_postgres() { runuser -u postgres -- env -C / psql -qtAX -v ON_ERROR_STOP=1 "$@"; }
new_database() { runuser -u postgres -- env -C / createdb -O premium-shaker -E UTF8 -T template0 premium-shaker; }
