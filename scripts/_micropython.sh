# Sourced by the scripts: gets MicroPython for the firmware's tests where the system has none, once; later runs work
# offline. Its WebAssembly build from the npm registry runs in node. Without node and npm the tests are skipped.
# usage: ensure_micropython
ensure_micropython() {
    local package=@micropython/micropython-webassembly-pyscript version=1.27.0 place=.venv/micropython
    if command -v micropython >/dev/null || [ -e "$place/node_modules/$package/micropython.mjs" ]; then
        return
    fi
    if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
        return
    fi
    echo "Getting MicroPython $version for node into $place …" >&2
    mkdir -p "$place"
    npm install --silent --no-audit --no-fund --prefix "$place" "$package@$version" >&2 \
        || echo "Could not get $package; the test that needs MicroPython is skipped." >&2
}
