import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { documentsOf } from './manifests.ts'

const Probed = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.tuple([
          z.object({ readinessProbe: z.object({ exec: z.object({ command: z.array(z.string()) }) }) }),
        ]),
      }),
    }),
  }),
})
const [mongo] = documentsOf('components/local-stores/mongo.yaml')
const script = Probed.parse(mongo).spec.template.spec.containers[0].readinessProbe.exec.command.at(-1) ?? ''
const members = [{ _id: 0, host: 'mongo.utter-stores:27017' }]

/** @param fault the name of what `rs.status()` fails by @returns what was changed, then the exit code */
function probe(fault: string | undefined, isWritablePrimary = false): unknown[] {
  const told: unknown[] = []
  const rs = {
    status() {
      if (fault) throw Object.assign(new Error(fault), { codeName: fault })
    },
    conf: () => ({ _id: 'utter', version: 3, members: [{ _id: 0, host: 'elsewhere:27017' }] }),
    initiate: (config: unknown) => told.push(['initiate', config]),
    reconfig: (config: unknown, options: unknown) => told.push(['reconfig', config, options]),
  }
  runInNewContext(script, { rs, db: { hello: () => ({ isWritablePrimary }) }, quit: (code: number) => told.push(code) })
  return told
}

test('the replica set of one is initiated once, and configured again when its member has left it', () => {
  expect(probe(undefined, true)).toEqual([0])
  expect(probe(undefined)).toEqual([1])
  expect(probe('NotYetInitialized')).toEqual([['initiate', { _id: 'utter', members }], 1])
  expect(probe('InvalidReplicaSetConfig')).toEqual([
    ['reconfig', { _id: 'utter', version: 3, members }, { force: true }],
    1,
  ])
  expect(() => probe('HostUnreachable')).toThrow('HostUnreachable')
})
