import { topicsOf } from '@utter/contracts/event'
import { flow, type Service, services } from '@utter/contracts/flow'
import { topics } from '@utter/contracts/topics'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const paths = sourceFiles().map(({ path }) => path)
/** The events that a service has a file for on one side. */
const inFolder = (service: Service, side: 'emits' | 'consumes') =>
  paths.flatMap((path) => new RegExp(`^services/${service}/src/${side}/([\\w-]+)\\.ts$`).exec(path)?.[1] ?? []).sort()
const inFlow = (service: Service, side: 'saidBy' | 'heardBy') =>
  flow
    .filter((row) => (row[side] as readonly Service[]).includes(service))
    .map(({ event }) => event.type)
    .sort()

describe.each([...services])('%s', (service) => {
  test('says what flow tells, each from a file of its name', () => {
    expect(inFolder(service, 'emits')).toEqual(inFlow(service, 'saidBy'))
  })
  test('hears what flow tells, each in a file of its name', () => {
    expect(inFolder(service, 'consumes')).toEqual(inFlow(service, 'heardBy'))
  })
})

test('every event has its contract in a file of its name', () => {
  const contracts = paths
    .flatMap((path) => /^infra\/packages\/contracts\/src\/events\/([\w-]+)\.ts$/.exec(path)?.[1] ?? [])
    .sort()
  expect(flow.map(({ event }) => event.type).sort()).toEqual(contracts)
})

test('every topic is made, and none that nobody uses', () => {
  expect([...new Set(flow.flatMap(({ event }) => topicsOf(event)))].sort()).toEqual(Object.keys(topics).sort())
})
