#!/bin/sh
# Settings of a pod's Redis and Sentinel, written before both start. The primary is the one that the Sentinels of the other pods name; at the first
# start, when none is there, it is the first pod. Passwords come by files and the environment: arguments can be read by everybody on the node.
#   NAME of the pod, DOMAIN of the pods, LOGIN (a folder with redis.conf and sentinel.conf), OUT, REDISCLI_AUTH
set -eu
primary=redis-0.$DOMAIN
for pod in redis-0 redis-1 redis-2; do
  [ "$pod" = "$NAME" ] && continue
  named=$(timeout 3 redis-cli -h "$pod.$DOMAIN" -p 26379 sentinel get-master-addr-by-name utter 2>/dev/null | head -n 1) || continue
  case $named in
    redis-[0-2]."$DOMAIN") primary=$named && break ;;
  esac
done

{
  cat "$LOGIN/redis.conf"
  echo "replica-announce-ip $NAME.$DOMAIN"
  [ "$primary" = "$NAME.$DOMAIN" ] || echo "replicaof $primary 6379"
} >"$OUT/redis.conf"
{
  echo "sentinel resolve-hostnames yes"
  echo "sentinel announce-hostnames yes"
  echo "sentinel announce-ip $NAME.$DOMAIN"
  echo "sentinel monitor utter $primary 6379 2"
  cat "$LOGIN/sentinel.conf"
} >"$OUT/sentinel.conf"
