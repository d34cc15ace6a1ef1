#!/bin/sh
# Installs the Debian packages that lmtune is built from and run with, and nothing that is there
# already: then it needs neither root nor network. With --check also what tools/check.sh needs.
# Made for Debian 12; on other releases that use apt it takes what they have.
#
# shellcheck disable=SC2086  # lists of packages are split on purpose
set -eu

# llvm-14-dev: Oclgrind's headers need LLVM's, of the version that Oclgrind was built with.
packages='g++ cmake ninja-build pkg-config libfmt-dev libspdlog-dev nlohmann-json3-dev libcli11-dev
  libzstd-dev libmuparser-dev libxgboost-dev liboclgrind-dev llvm-14-dev ocl-icd-opencl-dev
  libjs-chart.js'
check_packages='python3 libgtest-dev libgmock-dev libvalijson-dev clang-format-14 clang-tidy-14
  chromium'

case "${1-}" in
  '') ;;
  --check) packages="$packages $check_packages" ;;
  *) echo "usage: sh tools/install-deps.sh [--check]" >&2; exit 2 ;;
esac

# Any OpenCL platform will do; PoCL, on the processor, is for machines that have none.
set -- /etc/OpenCL/vendors/*.icd
if [ ! -e "$1" ]; then
  packages="$packages pocl-opencl-icd"
fi

if ! command -v dpkg-query >/dev/null; then
  echo "install-deps: this is no Debian; install what these packages hold:" $packages >&2
  exit 1
fi

missing=
for package in $packages; do
  case "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || :)" in
    installed*) ;;
    *) missing="$missing $package" ;;
  esac
done
if [ -z "$missing" ]; then
  echo "install-deps: nothing is missing"
  exit 0
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
  as_root=sudo
  if ! command -v sudo >/dev/null; then
    echo "install-deps: run this as root, without sudo here: apt-get install$missing" >&2
    exit 1
  fi
fi

echo "install-deps: installing$missing"
$as_root apt-get update -qq || echo "install-deps: apt-get update failed; using the lists at hand" >&2

wanted=
for package in $missing; do
  if apt-cache show "$package" >/dev/null 2>&1; then
    wanted="$wanted $package"
  else
    echo "install-deps: this release has no package $package; going on without it" >&2
  fi
done
# Errors go to stderr; what dpkg unpacks is of no interest.
[ -z "$wanted" ] || $as_root env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 $wanted >/dev/null
