#!/bin/sh
# The Helm chart by `helm lint`, by its default values and by those of `chart/ci`, against the same schemas as `check-schemas.sh`; by default values it has
# to have the objects of `overlays/managed`.
#
#   k8s/check-chart.sh            with what is on this machine; what is missing is named, and ends it with 2
#   k8s/check-chart.sh --fetch    fetches the schemas that are missing
#
# HELM, KUBECONFORM and KUSTOMIZE (`kubectl kustomize`) name the programs. A fault ends it with 1.
set -eu
cd "$(dirname "$0")/.."
exec node infra/tools/local/bootstrap.mjs infra/tools/testing/schemas/chart.ts "$@"
