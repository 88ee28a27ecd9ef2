import { join } from 'node:path'
import { services } from '@utter/contracts/flow'
import { repoDir } from '@utter/local/settings'
import { rightsOf } from '@utter/messaging/cluster/rights'
import { expect, test } from 'vitest'

const head = `#!/bin/sh
# Made by rules/kafka-rights from the events that each service publishes and consumes.
# Gives each service its rights in a Kafka of your own, where topics are made by somebody else (KAFKA_MAKE_TOPICS=false): infra/operating/kafka.md.
# Run it again after an upgrade; rights that are there already stay.
set -eu
if [ -z "\${BROKERS:-}" ] || [ -z "\${ADMIN:-}" ]; then
  echo "Usage: BROKERS=host:port ADMIN=client.properties [TOPIC_PREFIX=…] [GROUP_PREFIX=…] [USER_PREFIX=…] sh $0" >&2
  echo "ADMIN has the login of somebody who may change rights; kafka-acls.sh is on the path. Each service is the user of its name." >&2
  exit 64
fi
topics=\${TOPIC_PREFIX:-} groups=\${GROUP_PREFIX:-} users=User:\${USER_PREFIX:-}
allow() {
  user=$1
  shift
  kafka-acls.sh --bootstrap-server "$BROKERS" --command-config "$ADMIN" --add --allow-principal "$users$user" "$@"
}
`

/** A command for each set of operations, with everything that has it. */
function commandsOf(service: (typeof services)[number]): string {
  const byOperations = Map.groupBy(rightsOf(service), ({ resource, pattern, operations }) =>
    [resource, pattern, ...operations].join(),
  )
  return [...byOperations.values()]
    .map((rights) => {
      const [{ resource, pattern, operations } = { resource: 'TOPIC', pattern: 'LITERAL', operations: [] }] = rights
      const allowed = operations.map((one) => `--operation ${one[0]}${one.slice(1).toLowerCase()}`)
      const kind = resource.toLowerCase()
      const names = rights.map(({ name }) => `--${kind} "\${${kind}s}${name}"`)
      return `allow ${service} ${[`--resource-pattern-type ${pattern.toLowerCase()}`, ...allowed, ...names].join(' \\\n  ')}\n`
    })
    .join('')
}

test('the script that gives each service its rights in Kafka is made from the flow of events', async () => {
  const script = [head, ...services.map((service) => `\n# ${service}\n${commandsOf(service)}`)].join('')
  await expect(script).toMatchFileSnapshot(join(repoDir, 'infra/operating/kafka-rights.sh'))
})
