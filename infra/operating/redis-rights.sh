#!/bin/sh
# Made by rules/redis-rights from the keys and commands of each process.
# Prints a line for each user of Redis (7.0 or newer), as its settings and its file of users have it: infra/operating/redis.md.
# The passwords are in the environment, and leave it as hashes alone: arguments are for all users of the machine to read.
set -eu
hash_of() {
  printf %s "$1" | sha256sum | cut -d ' ' -f 1
}
if [ -z "$(hash_of x)" ]; then
  echo "This needs sha256sum." >&2
  exit 69
fi

: "${GATEWAY_REDIS_PASSWORD:?is not set}"
echo "user gateway reset on #$(hash_of "$GATEWAY_REDIS_PASSWORD")" '~rate:* %R~credential:* %W~setting:localToken &__redis__:invalidate +ping +info +hello +auth +select +time +client|id +cluster|slots +cluster|info +readonly +readwrite +eval +evalsha +client|tracking +subscribe +unsubscribe +get +set +incr +decr +pttl +pexpire +zadd +zrem +zcard +zrange +zremrangebyscore'

: "${ACCOUNT_REDIS_PASSWORD:?is not set}"
echo "user account reset on #$(hash_of "$ACCOUNT_REDIS_PASSWORD")" '~credential:* ~attempts:* ~{attempts:* ~seen:* ~once:* %R~setting:* %W~proof:* +ping +info +hello +auth +select +time +client|id +cluster|slots +cluster|info +readonly +readwrite +eval +evalsha +get +set +getdel +exists +incr +decr +pttl +expire'

: "${JOBS_REDIS_PASSWORD:?is not set}"
echo "user jobs reset on #$(hash_of "$JOBS_REDIS_PASSWORD")" '~day:* ~month:* %R~version:* %R~voices:languages %R~voices:names %R~voices:heard %W~free-network:of:* +ping +info +hello +auth +select +time +client|id +cluster|slots +cluster|info +readonly +readwrite +eval +evalsha +get +exists +incrby +decrby +expire +set'

: "${CHAT_REDIS_PASSWORD:?is not set}"
echo "user chat reset on #$(hash_of "$CHAT_REDIS_PASSWORD")" '~day:* ~month:* %R~free-network:of:* %W~setting:chatModelKey %W~setting:chatModel %W~setting:chatModelClass %W~version:chat %W~reply:* %W~replies +ping +info +hello +auth +select +time +client|id +cluster|slots +cluster|info +readonly +readwrite +eval +evalsha +get +exists +incrby +decrby +expire +set +rpush +lpush +ltrim +pexpire +multi +exec'

: "${SPEECH_REDIS_PASSWORD:?is not set}"
echo "user speech reset on #$(hash_of "$SPEECH_REDIS_PASSWORD")" '~replies ~live:* ~{live:* ~ahead:* ~speech:slots:* %R~reply:* %W~setting:speechModel %W~setting:speechProviderKey %W~setting:sharedSecret %W~version:speech %W~voices:languages %W~voices:names %W~voices:heard +ping +info +hello +auth +select +time +client|id +cluster|slots +cluster|info +readonly +readwrite +eval +evalsha +get +set +del +exists +pexpire +lpop +lrange +hset +hmget +hdel +xadd +xrange +zadd +zrem +zcard +zscore +zremrangebyscore'

: "${OPERATOR_REDIS_PASSWORD:?is not set}"
echo "user operator reset on #$(hash_of "$OPERATOR_REDIS_PASSWORD")" '~doctor:* %W~credential:* &__redis__:invalidate +ping +info +hello +auth +select +time +client|id +cluster|slots +cluster|info +readonly +readwrite +client|tracking +subscribe +unsubscribe +set +del +unlink +scan'
