import { expect, test } from 'vitest'
import { networkPolicies, networksOf, readersOf } from './networks.ts'

type Egress = { to: { ipBlock: { cidr: string; except: string[] } }[] }

const one = (text: string) => networkPolicies(networksOf(text))[0]?.spec

test('a model server in the cluster is reached by the process that is named, at its port alone', () => {
  const list = '[{ name: model, who: [chat], namespace: inference, pods: { app: vllm }, ports: [8000] }]'
  expect(one(list)).toEqual({
    podSelector: { matchExpressions: [{ key: 'app.kubernetes.io/name', operator: 'In', values: ['chat'] }] },
    policyTypes: ['Egress'],
    egress: [
      {
        to: [
          {
            namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'inference' } },
            podSelector: { matchLabels: { app: 'vllm' } },
          },
        ],
        ports: [{ port: 8000, protocol: 'TCP' }],
      },
    ],
  })
})

test('a store is reached by all that read its address, and by the Job that makes its indexes', () => {
  const spec = one('[{ name: mongo, who: [MONGO_URL], cidrs: [10.1.0.0/16], ports: [27015-27017] }]')
  expect(spec?.podSelector).toMatchObject({ matchExpressions: [{ values: readersOf('MONGO_URL') }] })
  expect(readersOf('MONGO_URL')).toContain('prepare')
  expect(spec?.egress).toEqual([
    { to: [{ ipBlock: { cidr: '10.1.0.0/16' } }], ports: [{ port: 27015, endPort: 27017, protocol: 'TCP' }] },
  ])
})

test('traces to an address outside leave every process, and no private address is meant by the internet', () => {
  const spec = one('[{ name: traces, who: [all], cidrs: [internet], ports: [443] }]')
  expect(spec?.podSelector).toEqual({})
  const egress = (spec?.egress ?? []) as Egress[]
  const to = egress.flatMap((rule) => rule.to)
  expect(to.map(({ ipBlock }) => ipBlock.cidr)).toEqual(['0.0.0.0/0', '2000::/3'])
  expect(to[0]?.ipBlock.except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '192.168.0.0/16']))
})

test.each([
  ['[{ name: kafka, who: [KAFKA_BROKER], cidrs: [10.0.0.0/8], ports: [9098] }]', 'KAFKA_BROKER'],
  ['[{ name: kafka, who: [chatt], cidrs: [10.0.0.0/8], ports: [9098] }]', 'chatt'],
  ['[{ name: kafka, who: [chat], ports: [9098] }]', 'neither'],
  ['[{ name: kafka, who: [chat], cidr: 10.0.0.0/8, ports: [9098] }]', 'cidr'],
])('a list with a mistake is refused: %s', (text, reason) => {
  expect(() => one(text)).toThrow(reason)
})
