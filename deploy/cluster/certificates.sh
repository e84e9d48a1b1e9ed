#!/bin/sh
# Los certificados entre las máquinas: sh certificates.sh CARPETA node1=DIRECCIÓN node2=DIRECCIÓN node3=DIRECCIÓN tienda1 …
# Corre fuera de ellas. Hace CARPETA/ca.crt y ca.key una vez (ca.key no va a ninguna máquina: quien la tiene entra), y una carpeta por
# máquina, que va como /etc/premium-shaker-cluster (root:ssl-cert, 750; los archivos, 640). Con dirección es de la base: lleva el nombre
# con que la tienda la conoce, y solo así etcd la deja entrar. Duran dos años: se corre otra vez para renovarlos, con la misma ca.key.
set -eu
umask 077
folder=$1
shift
mkdir -p "$folder"
cd "$folder"
curve='ec -pkeyopt ec_paramgen_curve:P-256'
# shellcheck disable=SC2086
if [ ! -f ca.key ]; then
	openssl req -x509 -newkey $curve -nodes -sha256 -days 3650 -keyout ca.key -out ca.crt -subj '/CN=premium-shaker cluster' \
		-addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign,cRLSign'
fi
for machine in "$@"; do
	name=${machine%%=*}
	names="DNS:$name"
	[ "$name" = "$machine" ] || names="$names,DNS:base.premium-shaker.internal,IP:${machine#*=}"
	mkdir -p "$name"
	# shellcheck disable=SC2086
	openssl req -new -newkey $curve -nodes -keyout "$name/machine.key" -out "$name/machine.csr" -subj "/CN=$name"
	printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth,clientAuth\nbasicConstraints=CA:FALSE\n' "$names" > "$name/extensions"
	openssl x509 -req -in "$name/machine.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -sha256 -days 730 \
		-extfile "$name/extensions" -out "$name/machine.crt"
	cat "$name/machine.crt" "$name/machine.key" > "$name/machine.pem"
	cp ca.crt "$name/ca.crt"
	rm "$name/machine.csr" "$name/extensions"
done
