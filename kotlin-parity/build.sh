#!/usr/bin/env bash
# Builds the Kotlin twin without Gradle.
#
#   build.sh          compiles src/main to build/cargo-kit.jar; bin/cargo-parity runs it
#   build.sh test     compiles src/test too and runs the tests
#   build.sh compiler fetches the compiler alone
#   build.sh clean    removes what was built, but not the compiler
#
# A `kotlinc` on PATH is used if there is one. Otherwise the compiler comes from a Python wheel that carries it, pinned by hash, into .tools.
# Nothing is compiled whose sources are unchanged.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

wheel="kotlin-jupyter-kernel==0.19.0.944"
wheel_sha256="dc654a426a28e6621aeb0bd7772d268a9a877aabae4a17b73383752a416281a3"
jar=build/cargo-kit.jar
stdlib=build/kotlin-stdlib.jar
test_jar=build/cargo-kit-tests.jar

log() { echo "kotlin-parity: $*" >&2; }

need_command() { # command, Debian package
    command -v "$1" >/dev/null 2>&1 || { log "error: please install $2, or run ../tool install"; exit 69; }
}

fetch_compiler() {
    [ -e .tools/ready-"$wheel_sha256" ] && return
    need_command python3 python3
    python3 -m pip --version >/dev/null 2>&1 || { log "error: please install python3-pip, or run ../tool install"; exit 69; }
    log "fetching the compiler ($wheel)"
    rm -rf .tools
    mkdir -p .tools/wheel .tools/jars
    echo "$wheel --hash=sha256:$wheel_sha256" >.tools/requirements.txt
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
        --dest .tools/wheel -r .tools/requirements.txt >&2
    python3 - <<'PYTHON'
import glob, pathlib, zipfile
with zipfile.ZipFile(glob.glob(".tools/wheel/*.whl")[0]) as wheel:
    for name in wheel.namelist():
        if name.startswith("run_kotlin_kernel/jars/") and name.endswith(".jar"):
            (pathlib.Path(".tools/jars") / pathlib.Path(name).name).write_bytes(wheel.read(name))
PYTHON
    rm -rf .tools/wheel
    touch .tools/ready-"$wheel_sha256"
}

# compile OUTPUT CLASSPATH FRIEND SOURCES…
compile() {
    local output=$1 class_path=$2 friend=$3
    shift 3
    local options=(-jvm-target 17 -module-name cargo-kit -Werror -d "$output.new.jar")
    [ -z "$friend" ] || options+=(-Xfriend-paths="$friend")
    if command -v kotlinc >/dev/null 2>&1; then
        kotlinc "${options[@]}" ${class_path:+-cp "$class_path"} "$@" >&2
    else
        java -Xshare:auto -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx1g \
            -cp "$(ls .tools/jars/kotlin-stdlib-*.jar):$(ls .tools/jars/kotlin-jupyter-kernel-*-all.jar):$(ls .tools/jars/annotations-*.jar)" \
            org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect "${options[@]}" \
            -cp "$stdlib${class_path:+:$class_path}" "$@" >&2
    fi
    mv "$output.new.jar" "$output"
}

# The hash of this script and of the sources below the folders given: names and contents.
sources_hash() {
    { echo build.sh; find "$@" -name '*.kt'; } | LC_ALL=C sort | tr '\n' '\0' | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

is_fresh() { [ -e "$1" ] && [ "$(cat "$1.hash" 2>/dev/null)" = "$2" ]; }

build_main() {
    local hash
    hash=$(sources_hash src/main)
    if is_fresh "$jar" "$hash"; then return; fi
    need_command java openjdk-17-jdk-headless
    mkdir -p build
    local found
    if command -v kotlinc >/dev/null 2>&1; then
        found="$(dirname "$(readlink -f "$(command -v kotlinc)")")/../lib/kotlin-stdlib.jar"
    else
        fetch_compiler
        found=$(ls .tools/jars/kotlin-stdlib-*.jar)
    fi
    cp "$found" "$stdlib"
    log "compiling"
    compile "$jar" "" "" src/main/kotlin
    share_classes
    echo "$hash" >"$jar.hash"
}

# Keeps the classes as the virtual machine lays them out, so that the runner starts in a third of the time. Not needed for it to work.
share_classes() {
    rm -f build/cargo-kit.jsa
    java -XX:ArchiveClassesAtExit=build/cargo-kit.jsa -XX:+UseSerialGC -cp "$PWD/$jar:$PWD/$stdlib" cargo.parity.MainKt \
        <src/main/resources/warm-up.ndjson >/dev/null 2>&1 || log "no class archive here; the runner starts without"
}

build_tests() {
    local hash
    hash=$(sources_hash src/main src/test)
    if is_fresh "$test_jar" "$hash"; then return; fi
    log "compiling the tests"
    compile "$test_jar" "$jar" "$jar" src/test/kotlin
    echo "$hash" >"$test_jar.hash"
}

case "${1:-}" in
"") build_main ;;
compiler) command -v kotlinc >/dev/null 2>&1 || fetch_compiler ;;
test-jar)
    build_main
    build_tests
    ;;
test)
    build_main
    build_tests
    exec java -ea -cp "$test_jar:$jar:$stdlib" cargo.TestsKt
    ;;
clean) rm -rf build ;;
*)
    log "usage: build.sh [test|test-jar|compiler|clean]"
    exit 64
    ;;
esac
