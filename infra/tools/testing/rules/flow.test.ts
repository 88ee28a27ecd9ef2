import { topicsOf } from '@utter/contracts/event'
import { flow, type Service, services } from '@utter/contracts/flow'
import { topics } from '@utter/contracts/topics'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const paths = sourceFiles().map(({ path }) => path)
/** The events that a service has a file for on one side; `events-for.ts` is no event, but lists those of a document. */
const inFolder = (service: Service, side: 'publishes' | 'consumes') =>
  paths
    .flatMap((path) => new RegExp(`^services/${service}/src/${side}/([\\w-]+)\\.ts$`).exec(path)?.[1] ?? [])
    .filter((name) => name !== 'events-for')
    .sort()
const inFlow = (service: Service, side: 'publishedBy' | 'consumedBy') =>
  flow
    .filter((row) => (row[side] as readonly Service[]).includes(service))
    .map(({ event }) => event.type)
    .sort()

describe.each([...services])('%s', (service) => {
  test('publishes what flow names, each from a file of its name', () => {
    expect(inFolder(service, 'publishes')).toEqual(inFlow(service, 'publishedBy'))
  })
  test('consumes what flow names, each in a file of its name', () => {
    expect(inFolder(service, 'consumes')).toEqual(inFlow(service, 'consumedBy'))
  })
})

test('every event has its contract in a file of its name', () => {
  const contracts = paths
    .flatMap(
      (path) => /^infra\/packages\/contracts\/src\/events\/(?:works\/|notices\/)?([\w-]+)\.ts$/.exec(path)?.[1] ?? [],
    )
    .sort()
  expect(flow.map(({ event }) => event.type).sort()).toEqual(contracts)
})

test('every topic is made, and none that nobody uses', () => {
  expect([...new Set(flow.flatMap(({ event }) => topicsOf(event)))].sort()).toEqual(Object.keys(topics).sort())
})
