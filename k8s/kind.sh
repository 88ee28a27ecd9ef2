#!/usr/bin/env bash
# Utter on a cluster of kind, from nothing to the mp3 of a job: images, cluster, Secrets, `overlays/local`, a sign-up and a job. Each step may be
# repeated. It needs Docker, kind (0.24 or newer, whose network enforces policies), kubectl, curl, and Node for the Secrets.
#
#   k8s/kind.sh             brings it up, runs a job, and leaves all of it running
#   k8s/kind.sh --dry       prints the commands and runs none
#   k8s/kind.sh --delete    deletes the cluster
#
# CLUSTER (utter) and PORT (8080) are its name and the port of this machine; another port wants another PUBLIC_URL in `overlays/local`.
set -euo pipefail
cd "$(dirname "$0")/.."
cluster=${CLUSTER:-utter} port=${PORT:-8080} mode=${1:-up}
processes=(gateway account jobs chat speech notifier billing referral)
work=$(mktemp -d)
forward=
finish() {
  [ -z "$forward" ] || kill "$forward" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

run() {
  printf '+ %s\n' "$*" >&2
  [ "$mode" = --dry ] || "$@"
}
on_cluster() { run kubectl --context "kind-$cluster" "$@"; }
has_cluster() { [ "$mode" != --dry ] && kind get clusters 2>/dev/null | grep -qx "$cluster"; }

build() {
  local name=$1 target=$2 folder=$3
  run docker build --file infra/docker/Dockerfile --target "$target" --build-arg "FOLDER=$folder" --tag "utter/$name:dev" .
  run kind load docker-image "utter/$name:dev" --name "$cluster"
}

case $mode in
  up | --dry) ;;
  --delete) run kind delete cluster --name "$cluster" && exit ;;
  *) echo "kind.sh [--dry | --delete]" >&2 && exit 2 ;;
esac

has_cluster || run kind create cluster --name "$cluster" --wait 5m
for name in "${processes[@]}"; do
  if [ "$name" = gateway ]; then build gateway gateway gateway; else build "$name" process "services/$name"; fi
done
build models models .

on_cluster apply --filename k8s/base/namespace.yaml
# Made once: with other keys nothing that was signed or encrypted holds.
if [ "$mode" = --dry ] || ! kubectl --context "kind-$cluster" --namespace utter get secret gateway >/dev/null 2>&1; then
  run npm run --silent kubernetes-secrets >"$work/secrets.json"
  on_cluster apply --filename "$work/secrets.json"
fi
on_cluster --namespace utter delete job prepare --ignore-not-found
on_cluster apply --kustomize k8s/overlays/local
on_cluster --namespace utter-stores rollout status statefulset --timeout 10m
on_cluster --namespace utter wait --for condition=complete job/prepare --timeout 10m
on_cluster --namespace utter rollout status deployment --timeout 10m

printf '+ kubectl --context %s --namespace utter port-forward service/gateway %s:8080 &\n' "kind-$cluster" "$port" >&2
if [ "$mode" != --dry ]; then
  kubectl --context "kind-$cluster" --namespace utter port-forward service/gateway "$port:8080" >"$work/forward.log" 2>&1 &
  forward=$!
fi
url=http://localhost:$port
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$2"; }
# A request, whose answer goes to a file; a refusal is shown.
ask() {
  local out=$1
  shift
  run curl --fail-with-body --silent --show-error --retry 30 --retry-delay 1 --retry-connrefused --cookie "$work/cookies" --output "$out" "$@" ||
    { cat "$out" >&2 && exit 1; }
}

name=kind-$RANDOM$RANDOM
# By a file, since arguments can be read by everybody on this machine.
printf '{"username":"%s","email":"%s@example.com","password":"%s"}' "$name" "$name" "$(openssl rand -hex 12)" >"$work/person.json"
ask "$work/user.json" --cookie-jar "$work/cookies" --header 'content-type: application/json' --data "@$work/person.json" "$url/api/auth/signup"
ask "$work/job.json" --header 'content-type: application/json' \
  --data "{\"requestId\":\"$name\",\"userText\":\"Utter runs on this cluster.\",\"voiceId\":\"default\"}" "$url/api/tts"
[ "$mode" != --dry ] || exit 0

job=$(field jobId "$work/job.json")
for _ in $(seq 120); do
  ask "$work/job.json" "$url/api/jobs/$job" 2>/dev/null
  case $(field status "$work/job.json") in
    completed) break ;;
    failed) cat "$work/job.json" >&2 && exit 1 ;;
  esac
  sleep 1
done
audio=$(field audioUrl "$work/job.json")
[ -n "$audio" ] || { echo "the job $job has no sound after two minutes" >&2 && cat "$work/job.json" >&2 && exit 1; }
mp3=kind-$job.mp3
ask "$mp3" "$url$audio"
bytes=$(wc -c <"$mp3")
[ "$bytes" -gt 1000 ] || { echo "$mp3 has $bytes bytes" >&2 && exit 1; }
echo "$mp3: $bytes bytes, spoken by the cluster kind-$cluster"
