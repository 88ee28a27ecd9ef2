#!/bin/sh
# Each overlay, and each component that none has, by kubeconform, strictly, with the schemas of the oldest and of the newest version of all that `supported-versions.yaml` names.
#
#   k8s/check-schemas.sh            with what is on this machine; what is missing is named, and ends it with 2
#   k8s/check-schemas.sh --fetch    fetches the schemas that are missing, by `go mod download` and `git clone`
#
# KUBECONFORM and KUSTOMIZE (`kubectl kustomize`) name the programs. A fault ends it with 1.
set -eu
cd "$(dirname "$0")/.."
exec node infra/tools/local/bootstrap.mjs infra/tools/testing/schemas/main.ts "$@"
