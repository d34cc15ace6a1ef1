#!/bin/sh
# Formats all C++ files of the tree; with --check only says which are not formatted.
set -eu
cd "$(dirname "$0")/.."

mode=-i
case "${1-}" in
  '') ;;
  --check) mode='--dry-run --Werror' ;;
  *) echo "usage: sh tools/format.sh [--check]" >&2; exit 2 ;;
esac

# Another version formats differently.
if ! command -v clang-format-14 >/dev/null; then
  echo "format: no clang-format-14 here (sh tools/install-deps.sh --check installs it)" >&2
  exit 77
fi
# shellcheck disable=SC2086  # two options
find include src tests -type f \( -name '*.h' -o -name '*.cpp' \) \
  -exec clang-format-14 $mode {} +
