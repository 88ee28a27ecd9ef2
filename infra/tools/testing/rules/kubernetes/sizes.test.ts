import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parts } from '@utter/local/processes/processes'
import { repoDir } from '@utter/local/settings'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { documentsOf } from './manifests.ts'

/** Seconds that a job holds a slot, and the share of slots that is used: the assumptions of the page on capacity. */
const heldSeconds = { chat: 2, speech: 3 }
const usedShare = 0.7
const sizes = ['small', 'hundred', 'thousand'] as const

const Operation = z.object({ op: z.literal('replace'), path: z.string(), value: z.union([z.string(), z.number()]) })
const Size = z.object({
  configMapGenerator: z.optional(z.array(z.object({ name: z.string(), literals: z.array(z.string()) }))),
  patches: z.array(z.object({ target: z.object({ kind: z.string(), name: z.string() }), patch: z.string() })),
})
type Size = z.infer<typeof Size>
type Document = { kind: string; metadata: { name: string } }

const scalers = ['by-processor', 'by-work'].flatMap((file) => documentsOf(`components/autoscaling/${file}.yaml`))
const deployments = Object.keys(parts).map((name) => documentsOf(`base/${name}.yaml`)[0])
const manifests = [...scalers, ...deployments] as Document[]

/** A value of an overlay, at a path of a manifest with its patches. */
function valueAt({ patches }: Size, kind: string, name: string, path: string): string | number {
  const found = patches
    .filter(({ target }) => target.kind === kind && target.name === name)
    .flatMap(({ patch }) => z.array(Operation).parse(parse(patch)))
    .find((one) => one.path === path)
  if (found) return found.value
  let value: unknown = manifests.find((one) => one.kind === kind && one.metadata.name === name)
  for (const key of path.split('/').slice(1)) value = (value as Record<string, unknown> | undefined)?.[key]
  return value as string | number
}

const workers = Object.keys(heldSeconds) as (keyof typeof heldSeconds)[]
const isWorker = (name: string): name is keyof typeof heldSeconds => name in heldSeconds
const coresOf = (text: string | number) =>
  String(text).endsWith('m') ? Number.parseInt(String(text), 10) / 1_000 : Number(text)
const gibOf = (text: string | number) => Number.parseInt(String(text), 10) / (String(text).endsWith('Gi') ? 1 : 1_024)

function describeSize(name: (typeof sizes)[number]) {
  const size = Size.parse(documentsOf(`overlays/${name}/kustomization.yaml`)[0])
  const slotsOf = (worker: keyof typeof heldSeconds) => {
    const literals = size.configMapGenerator?.find((one) => one.name === worker)?.literals ?? []
    const given = literals.find((one) => one.startsWith(`${worker.toUpperCase()}_SLOTS=`))?.split('=')[1]
    return Number(given ?? { chat: 16, speech: 2 }[worker])
  }
  const minReplicasOf = (process: string) =>
    Number(
      isWorker(process)
        ? valueAt(size, 'ScaledObject', process, '/spec/minReplicaCount')
        : valueAt(size, 'HorizontalPodAutoscaler', process, '/spec/minReplicas'),
    )
  const requestOf = (process: string, what: 'cpu' | 'memory') =>
    valueAt(size, 'Deployment', process, `/spec/template/spec/containers/0/resources/requests/${what}`)
  const jobsOf = (worker: keyof typeof heldSeconds) =>
    (minReplicasOf(worker) * slotsOf(worker) * usedShare) / heldSeconds[worker]
  const processes = Object.keys(parts)
  const sum = (each: (process: string) => number) =>
    processes.reduce((total, process) => total + minReplicasOf(process) * each(process), 0)
  return {
    size,
    slotsOf,
    requestOf,
    jobs: Math.min(...workers.map(jobsOf)),
    row: [
      `\`overlays/${name}\``,
      ...workers.map((worker) => `${minReplicasOf(worker)} × ${slotsOf(worker)} slots`),
      String(minReplicasOf('jobs')),
      Math.min(...workers.map(jobsOf)).toLocaleString('en', { maximumSignificantDigits: 3 }),
      Math.round(sum((one) => coresOf(requestOf(one, 'cpu')))).toLocaleString('en'),
      `${Math.round(sum((one) => gibOf(requestOf(one, 'memory')))).toLocaleString('en')} GiB`,
    ],
  }
}

test('the page on capacity has the sum of each size, as its manifests are', () => {
  const page = readFileSync(join(repoDir, 'infra/operating/capacity.md'), 'utf8')
  const rows = sizes.map((name) => `| ${describeSize(name).row.join(' | ')} |`)
  expect(page.split('\n').filter((line) => line.startsWith('| `overlays/'))).toEqual(rows)
})

test.each([
  ['small', 0.3],
  ['hundred', 100],
  ['thousand', 1_000],
] as const)('the replicas that the size %s begins with do %d jobs a second', (name, perSecond) => {
  expect(describeSize(name).jobs).toBeGreaterThanOrEqual(perSecond)
})

test.each(sizes)('the size %s grows before its slots are used up, and has a core for each voice', (name) => {
  const { size, slotsOf, requestOf } = describeSize(name)
  for (const worker of workers) {
    const asked = Number(valueAt(size, 'ScaledObject', worker, '/spec/triggers/0/metadata/queryValue'))
    expect(asked).toBeLessThanOrEqual(slotsOf(worker))
    expect(asked).toBeGreaterThanOrEqual(slotsOf(worker) / 2)
  }
  if (name !== 'small') expect(coresOf(requestOf('speech', 'cpu'))).toBe(slotsOf('speech'))
})

test('the quota holds the smallest size at its greatest, with a pod more of each while a version rolls', () => {
  const [quota] = documentsOf('components/quota/quota.yaml') as { spec: { hard: Record<string, string> } }[]
  const size = Size.parse(documentsOf('overlays/small/kustomization.yaml')[0])
  const pods = Object.keys(parts).map((name) => {
    const [kind, path] = isWorker(name)
      ? (['ScaledObject', '/spec/maxReplicaCount'] as const)
      : (['HorizontalPodAutoscaler', '/spec/maxReplicas'] as const)
    return { name, count: Number(valueAt(size, kind, name, path)) + 1 }
  })
  const sumOf = (resource: 'cpu' | 'memory', amountOf: (text: string | number) => number) =>
    pods.reduce((sum, { name, count }) => {
      const path = `/spec/template/spec/containers/0/resources/requests/${resource}`
      return sum + count * amountOf(valueAt(size, 'Deployment', name, path))
    }, 0)
  const { 'requests.cpu': cpu = '', 'requests.memory': memory = '', pods: maxPods } = quota?.spec.hard ?? {}
  expect(Number(cpu)).toBeGreaterThan(1.5 * sumOf('cpu', coresOf))
  expect(gibOf(memory)).toBeGreaterThan(1.5 * sumOf('memory', gibOf))
  expect(Number(maxPods)).toBeGreaterThan(1.5 * pods.reduce((sum, { count }) => sum + count, 0))
})
