import { type Service, services } from '@utter/contracts/flow'
import { type Check, type Finding, failed, few, ok, warning } from '../check.ts'
import { consumerGroups } from '../consumer-groups.ts'
import type { Examined } from '../examined.ts'
import { once } from '../once.ts'
import { startCommand } from './places.ts'

/** A message that waits for longer is behind. */
const oldMs = 60_000

export const consumerChecks: Check[] = [
  ...services.map((service) => ({
    name: `kafka: consumers of ${service}`,
    examine: (examined: Examined) => examineGroups(service, examined),
  })),
  { name: 'kafka: dead letters', examine: examineDeadLetters },
]

const allGroups = once(async ({ stores, now }: Examined) =>
  (await stores.use('Kafka')).groups(Object.values(consumerGroups).flat(), new Date(now().getTime() - oldMs)),
)

async function examineGroups(service: Service, examined: Examined): Promise<Finding> {
  const { dataDir } = examined
  const groups = (await allGroups(examined)).filter(({ group }) => consumerGroups[service].includes(group))
  const [lag, oldLag] = [sumOf(groups.map((one) => one.lag)), sumOf(groups.map((one) => one.oldLag))]
  const empty = groups.filter(({ members }) => members === 0).map(({ group }) => group)
  if (empty.length > 0)
    return failed(`no process consumes as ${empty.join(', ')}; messages to go: ${lag}`, startCommand(service, dataDir))
  const behind = groups
    .filter((one) => one.oldLag > 0)
    .map(({ group, topics: late }) => `${group} in ${late.join(', ')}`)
  return oldLag > 0
    ? warning(
        `waiting for more than a minute: ${oldLag} messages, ${few(behind)}`,
        `look for faults in the log of ${service}; more replicas: docker compose up --detach --scale ${service}=2`,
      )
    : ok(`${groups.length} groups, messages to go: ${lag}`)
}

async function examineDeadLetters({ stores }: Examined): Promise<Finding> {
  const counts = Object.entries(await (await stores.use('Kafka')).deadLetters())
  const [first] = counts
  return first
    ? warning(
        few(counts.map(([topic, count]) => `${count} of ${topic}`)),
        `npm run operator -- dead list ${first[0]}, and once its cause is mended: npm run operator -- dead replay ${first[0]}`,
      )
    : ok('none')
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0)
