# Sourced by the scripts: makes .venv/circuitpython, in which nothing is installed but CircuitPython's stubs for the
# board of the nodes. Apart from .venv, because they give names such as `board` and `busio` another meaning than the
# daemon's libraries do. Once; later runs work offline.
# usage: ensure_circuitpython   (after ensure_venv)
ensure_circuitpython() {
    local place=.venv/circuitpython stubs=circuitpython-stubs==10.3.1 board=Seeed_XIAO_nRF52840_Sense
    if [ "$(cat "$place/tamsk-pi-ready" 2>/dev/null)" = "$stubs $board" ]; then
        return
    fi
    echo "Installing CircuitPython's stubs into $place …" >&2
    .venv/bin/python -m venv --clear --without-pip "$place"
    .venv/bin/python -m pip --python "$place/bin/python" install --quiet --disable-pip-version-check "$stubs" >&2
    "$place/bin/circuitpython_setboard" "$board" >&2
    echo "$stubs $board" > "$place/tamsk-pi-ready"
}
