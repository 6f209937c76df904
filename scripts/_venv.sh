# Sourced by the scripts: makes .venv with what a script needs, once; later runs work offline.
# usage: ensure_venv EXTRA…   (extras of pyproject.toml)
ensure_venv() {
    local python="${PYTHON:-python3}" stamp want extras
    extras="$(IFS=,; echo "$*")"
    if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        echo "tamsk-pi needs Python 3.11 or newer; '$python' is $("$python" --version 2>&1). Set PYTHON=…" >&2
        exit 2
    fi
    want="$("$python" -c 'import sys; print(sys.version)' | tr -d '\n') $extras $(cksum < pyproject.toml)"
    stamp=.venv/tamsk-pi-ready-"${extras:-base}"
    if [ -x .venv/bin/python ] && [ "$(cat "$stamp" 2>/dev/null)" = "$want" ]; then
        return
    fi
    if [ ! -x .venv/bin/python ]; then
        echo "Making .venv with $("$python" --version) …" >&2
        if ! "$python" -m venv .venv; then
            echo "Python's venv module is missing; on Debian: sudo apt install python3-venv" >&2
            exit 2
        fi
    fi
    echo "Installing tamsk-pi${extras:+ [$extras]} into .venv; the first time takes about a minute …" >&2
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable ".${extras:+[$extras]}" >&2
    echo "$want" > "$stamp"
}
