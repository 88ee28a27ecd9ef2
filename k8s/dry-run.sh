#!/usr/bin/env bash
# The overlays, and each component that none has, before a real API server: each manifest is defaulted, validated and admitted as in a cluster, and nothing
# is kept. A warning fails too, since Pod Security only warns of a Deployment whose Pods it would refuse.
#
#   k8s/dry-run.sh CRDS...    files or folders with the CustomResourceDefinitions of what the overlays use
#
# ETCD, KUBE_APISERVER and KUBECTL name the programs, where they are not on the path; ports are ETCD_PORT (23790) and the next, and API_PORT (26443).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
etcd=${ETCD:-etcd} apiserver=${KUBE_APISERVER:-kube-apiserver} kubectl=${KUBECTL:-kubectl}
etcd_port=${ETCD_PORT:-23790} api_port=${API_PORT:-26443}
work=$(mktemp -d)
started=()
finish() {
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait
  rm -rf "$work"
}
trap finish EXIT

"$etcd" --data-dir "$work/etcd" --log-level error --listen-client-urls "http://127.0.0.1:$etcd_port" \
  --advertise-client-urls "http://127.0.0.1:$etcd_port" --listen-peer-urls "http://127.0.0.1:$((etcd_port + 1))" \
  --initial-advertise-peer-urls "http://127.0.0.1:$((etcd_port + 1))" \
  --initial-cluster "default=http://127.0.0.1:$((etcd_port + 1))" >"$work/etcd.log" 2>&1 &
started+=($!)
openssl genrsa -out "$work/service-accounts.pem" 2048 2>/dev/null
token=$(openssl rand -hex 16)
echo "$token,dry-run,dry-run,system:masters" >"$work/tokens.csv"
"$apiserver" --etcd-servers "http://127.0.0.1:$etcd_port" --bind-address 127.0.0.1 --secure-port "$api_port" \
  --cert-dir "$work/certificates" --token-auth-file "$work/tokens.csv" --authorization-mode RBAC \
  --service-account-issuer https://dry-run.invalid --service-account-key-file "$work/service-accounts.pem" \
  --service-account-signing-key-file "$work/service-accounts.pem" --service-cluster-ip-range 10.0.0.0/16 \
  >"$work/apiserver.log" 2>&1 &
started+=($!)

ask() { "$kubectl" --server "https://127.0.0.1:$api_port" --insecure-skip-tls-verify --token "$token" --cache-dir "$work/cache" "$@"; }
for _ in $(seq 240); do
  if ask get --raw /readyz >/dev/null 2>&1; then ready=yes && break; fi
  for pid in "${started[@]}"; do kill -0 "$pid" 2>/dev/null || { tail -n 20 "$work"/*.log >&2; exit 1; }; done
  sleep 0.25
done
[ "${ready:-}" ] || { tail -n 20 "$work"/*.log >&2; exit 1; }

for crds in "$@"; do ask apply --server-side --recursive --filename "$crds" >/dev/null; done
[ $# -eq 0 ] || ask wait --for condition=established --timeout 60s crd --all >/dev/null
ask apply --server-side --filename "$here/base/namespace.yaml" --filename "$here/components/stores-namespace/namespace.yaml" >/dev/null

try_folder() { # NAME FOLDER
  local status=0
  ask apply --server-side --dry-run=server --kustomize "$2" >"$work/out" 2>"$work/err" || status=$?
  if [ "$status" -ne 0 ] || grep -q . "$work/err"; then
    cat "$work/err" >&2
    failed=yes
    echo "$1: refused, or warned of" >&2
  else
    echo "$1: $(wc -l <"$work/out") objects are admitted"
  fi
}
for overlay in "$here"/overlays/*/; do try_folder "$(basename "$overlay")" "$overlay"; done

mkdir "$work/with"
from() { realpath --relative-to "$work/with" "$here/$1"; }
for component in "$here"/components/*/; do
  name=$(basename "$component")
  grep -q "components/$name\$" "$here"/overlays/*/kustomization.yaml && continue
  printf '{apiVersion: kustomize.config.k8s.io/v1beta1, kind: Kustomization, resources: [%s], components: [%s]}' \
    "$(from overlays/managed)" "$(from "components/$name")" >"$work/with/kustomization.yaml"
  try_folder "managed with $name" "$work/with"
done
[ -z "${failed:-}" ]
