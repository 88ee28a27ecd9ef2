#!/bin/sh
# Made by rules/kafka-rights from the events that each service publishes and consumes.
# Gives each service its rights in a Kafka of your own, where topics are made by somebody else (KAFKA_MAKE_TOPICS=false): infra/operating/kafka.md.
# Run it again after an upgrade; rights that are there already stay.
set -eu
if [ -z "${BROKERS:-}" ] || [ -z "${ADMIN:-}" ]; then
  echo "Usage: BROKERS=host:port ADMIN=client.properties [TOPIC_PREFIX=…] [GROUP_PREFIX=…] [USER_PREFIX=…] sh $0" >&2
  echo "ADMIN has the login of somebody who may change rights; kafka-acls.sh is on the path. Each service is the user of its name." >&2
  exit 64
fi
topics=${TOPIC_PREFIX:-} groups=${GROUP_PREFIX:-} users=User:${USER_PREFIX:-}
allow() {
  user=$1
  shift
  kafka-acls.sh --bootstrap-server "$BROKERS" --command-config "$ADMIN" --add --allow-principal "$users$user" "$@"
}

# account
allow account --resource-pattern-type literal \
  --operation Write \
  --topic "${topics}account.state" \
  --topic "${topics}billing.state.dead" \
  --topic "${topics}notice.made" \
  --topic "${topics}referral.state.dead" \
  --topic "${topics}webhook.state.dead"
allow account --resource-pattern-type literal \
  --operation Read \
  --topic "${topics}billing.state" \
  --topic "${topics}referral.state" \
  --topic "${topics}webhook.state"
allow account --resource-pattern-type literal \
  --operation Read \
  --group "${groups}account"
allow account --resource-pattern-type prefixed \
  --operation Delete \
  --operation Read \
  --group "${groups}account-"

# jobs
allow jobs --resource-pattern-type literal \
  --operation Read \
  --topic "${topics}account.state" \
  --topic "${topics}billing.state" \
  --topic "${topics}referral.state"
allow jobs --resource-pattern-type literal \
  --operation Write \
  --topic "${topics}account.state.dead" \
  --topic "${topics}billing.state.dead" \
  --topic "${topics}chat.requested" \
  --topic "${topics}chat.requested.bulk" \
  --topic "${topics}job.deleted" \
  --topic "${topics}job.finished" \
  --topic "${topics}job.progressed" \
  --topic "${topics}job.steps.dead" \
  --topic "${topics}notice.made" \
  --topic "${topics}referral.state.dead" \
  --topic "${topics}speech.requested" \
  --topic "${topics}speech.requested.bulk"
allow jobs --resource-pattern-type literal \
  --operation Read \
  --operation Write \
  --topic "${topics}job.steps"
allow jobs --resource-pattern-type literal \
  --operation Read \
  --group "${groups}jobs"
allow jobs --resource-pattern-type prefixed \
  --operation Delete \
  --operation Read \
  --group "${groups}jobs-"

# chat
allow chat --resource-pattern-type literal \
  --operation Read \
  --topic "${topics}account.state" \
  --topic "${topics}chat.requested" \
  --topic "${topics}chat.requested.bulk" \
  --topic "${topics}job.deleted"
allow chat --resource-pattern-type literal \
  --operation Write \
  --topic "${topics}account.state.dead" \
  --topic "${topics}chat.requested.bulk.dead" \
  --topic "${topics}chat.requested.dead" \
  --topic "${topics}job.deleted.dead" \
  --topic "${topics}job.live" \
  --topic "${topics}job.steps"
allow chat --resource-pattern-type literal \
  --operation Read \
  --group "${groups}chat"
allow chat --resource-pattern-type prefixed \
  --operation Delete \
  --operation Read \
  --group "${groups}chat-"

# speech
allow speech --resource-pattern-type literal \
  --operation Read \
  --topic "${topics}account.state" \
  --topic "${topics}job.deleted" \
  --topic "${topics}speech.requested" \
  --topic "${topics}speech.requested.bulk"
allow speech --resource-pattern-type literal \
  --operation Write \
  --topic "${topics}account.state.dead" \
  --topic "${topics}job.deleted.dead" \
  --topic "${topics}job.live" \
  --topic "${topics}job.steps" \
  --topic "${topics}speech.requested.bulk.dead" \
  --topic "${topics}speech.requested.dead"
allow speech --resource-pattern-type literal \
  --operation Read \
  --group "${groups}speech"
allow speech --resource-pattern-type prefixed \
  --operation Delete \
  --operation Read \
  --group "${groups}speech-"

# notifier
allow notifier --resource-pattern-type literal \
  --operation Read \
  --topic "${topics}account.state" \
  --topic "${topics}billing.state" \
  --topic "${topics}job.deleted" \
  --topic "${topics}job.finished" \
  --topic "${topics}job.live" \
  --topic "${topics}job.progressed"
allow notifier --resource-pattern-type literal \
  --operation Write \
  --topic "${topics}account.state.dead" \
  --topic "${topics}billing.state.dead" \
  --topic "${topics}job.deleted.dead" \
  --topic "${topics}job.finished.dead" \
  --topic "${topics}job.live.dead" \
  --topic "${topics}job.progressed.dead" \
  --topic "${topics}job.steps" \
  --topic "${topics}notice.made.dead" \
  --topic "${topics}webhook.state.dead"
allow notifier --resource-pattern-type literal \
  --operation Read \
  --operation Write \
  --topic "${topics}notice.made" \
  --topic "${topics}webhook.state"
allow notifier --resource-pattern-type literal \
  --operation Read \
  --group "${groups}notifier"
allow notifier --resource-pattern-type prefixed \
  --operation Delete \
  --operation Read \
  --group "${groups}notifier-"

# billing
allow billing --resource-pattern-type literal \
  --operation Read \
  --topic "${topics}account.state" \
  --topic "${topics}job.finished"
allow billing --resource-pattern-type literal \
  --operation Write \
  --topic "${topics}account.state.dead" \
  --topic "${topics}billing.state" \
  --topic "${topics}job.finished.dead" \
  --topic "${topics}notice.made"
allow billing --resource-pattern-type literal \
  --operation Read \
  --group "${groups}billing"
allow billing --resource-pattern-type prefixed \
  --operation Delete \
  --operation Read \
  --group "${groups}billing-"

# referral
allow referral --resource-pattern-type literal \
  --operation Read \
  --topic "${topics}account.state" \
  --topic "${topics}billing.state" \
  --topic "${topics}job.finished"
allow referral --resource-pattern-type literal \
  --operation Write \
  --topic "${topics}account.state.dead" \
  --topic "${topics}billing.state.dead" \
  --topic "${topics}job.finished.dead" \
  --topic "${topics}referral.state"
allow referral --resource-pattern-type literal \
  --operation Read \
  --group "${groups}referral"
allow referral --resource-pattern-type prefixed \
  --operation Delete \
  --operation Read \
  --group "${groups}referral-"
