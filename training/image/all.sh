#!/bin/sh
# Finds the faces, trains, exports. Arguments: folder with `real` in it, folder for runs, minutes.
set -eu
pictures=$1
runs=$2
minutes=$3
here=$(dirname "$0")
mkdir -p "$runs"
"$here/../../tools/node" "$here/locate.ts" "$runs/faces.json" "$pictures/real"
python3 "$here/train_blends.py" --faces "$runs/faces.json" --out "$runs/blends" --minutes "$minutes" --steps 40000
python3 "$here/export.py" --weights "$runs/blends/mean.pt" --faces "$runs/faces.json" --to "$here/../../engines/forensics/image/face/model"
python3 "$here/manifest.py" --faces "$runs/faces.json" --run "$runs/blends" > "$here/manifest.json"
