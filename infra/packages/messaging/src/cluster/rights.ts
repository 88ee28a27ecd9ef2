import { deadTopic, topicsOf } from '@utter/contracts/event'
import { flow, type Service } from '@utter/contracts/flow'

export type Operation = 'READ' | 'WRITE' | 'DELETE'
/** An entry of the brokers' access control lists, by our names; reading and writing imply describing. */
export type Right = {
  resource: 'TOPIC' | 'GROUP'
  name: string
  pattern: 'LITERAL' | 'PREFIXED'
  operations: Operation[]
}

/** The rights that a service needs in Kafka where topics are made by another, and no more: they follow from `flow`. Sorted by resource and name. */
export function rightsOf(service: Service): Right[] {
  const has = (services: readonly Service[]) => services.includes(service)
  const written = flow.flatMap(({ event, publishedBy }) => (has(publishedBy) ? topicsOf(event) : []))
  const read = flow.flatMap(({ event, consumedBy }) => (has(consumedBy) ? topicsOf(event) : []))
  const operations = new Map<string, Set<Operation>>()
  const allow = (name: string, operation: Operation) =>
    operations.set(name, (operations.get(name) ?? new Set()).add(operation))
  for (const topic of read) {
    allow(topic, 'READ')
    // Messages that it cannot handle are set aside.
    allow(deadTopic(topic), 'WRITE')
  }
  for (const topic of written) allow(topic, 'WRITE')
  const topics = [...operations].map(
    ([name, allowed]): Right => ({
      resource: 'TOPIC',
      name,
      pattern: 'LITERAL',
      operations: [...allowed].sort(),
    }),
  )
  return [
    ...topics.sort((one, other) => (one.name < other.name ? -1 : 1)),
    { resource: 'GROUP', name: service, pattern: 'LITERAL', operations: ['READ'] },
    // Its other groups; those of single replicas are removed at their end.
    { resource: 'GROUP', name: `${service}-`, pattern: 'PREFIXED', operations: ['DELETE', 'READ'] },
  ]
}
