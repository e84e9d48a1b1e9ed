# What both trials use. `out` is the folder of their output, `place` that of the opened archives.
# shellcheck shell=sh disable=SC2154 # set by the trial
failed=0
passed=0
check() {
	if [ "$2" = "$3" ]; then passed=$((passed + 1)) && printf '✓ %s\n' "$1"; else failed=$((failed + 1)) && printf '✗ %s: «%s», y no «%s»\n' "$1" "$3" "$2"; fi
}
# try FILE COMMAND: its output in a file of `out`; says how it ended.
try() {
	into=$out/$1
	shift
	result=0
	"$@" >"$into" 2>&1 || result=$?
	echo "$result"
}
unpack() { mkdir -p "$place/$2" && tar xf "$1" -C "$place/$2" --strip-components=1; }
commit() { cut -d' ' -f2 "$place/$1/VERSION" | cut -c1-12; }
# break_newer: a version that ends at once, with a commit of its own, from the newer one.
break_newer() {
	cp -R "$place/newer" "$place/broken"
	echo 'process.exit(1)' >"$place/broken/dist/shop/main.js"
	sed -i "s/ [0-9a-f]\{40\} / $(printf 'b%.0s' $(seq 40)) /" "$place/broken/VERSION"
}
