import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { services } from '@utter/contracts/flow'
import { parts } from '@utter/local/processes/processes'
import { repoDir } from '@utter/local/settings'
import { CopiedStores, Stores } from '@utter/operator/backup/stores'
import { Addresses } from '@utter/operator/platform'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { interpolate, writtenCompose } from '../compose-file.ts'
import { documentsOf, pathOf, textOf } from './manifests.ts'
import { backupsPolicies, operatorPolicies, storePolicies } from './network-policies.ts'
import { readersOf } from './networks.ts'

const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const Pod = z.object({
  serviceAccountName: z.string(),
  containers: z.tuple([
    z.object({
      command: z.optional(z.array(z.string())),
      args: z.optional(z.array(z.string())),
      envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))),
      env: z.array(z.object({ name: z.string(), value: z.string() })),
      ports: z.optional(z.array(z.object({ name: z.string(), containerPort: z.int() }))),
      startupProbe: z.optional(Probe),
      readinessProbe: z.optional(Probe),
      livenessProbe: z.optional(Probe),
      volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
    }),
  ]),
  volumes: z.array(z.looseObject({ name: z.string() })),
})
const Amount = z.object({ cpu: z.string(), memory: z.string(), 'ephemeral-storage': z.string() })
/** A pod that can do nothing to its node or the cluster, of the operator's image. */
const Confined = z.object({
  automountServiceAccountToken: z.literal(false),
  enableServiceLinks: z.literal(false),
  securityContext: z.object({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int().check(z.positive()),
    fsGroup: z.int().check(z.positive()),
    seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
  }),
  containers: z.tuple([
    z.object({
      image: z.literal('utter/operator'),
      securityContext: z.object({
        allowPrivilegeEscalation: z.literal(false),
        capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
        readOnlyRootFilesystem: z.literal(true),
      }),
      resources: z.object({ requests: Amount, limits: Amount }),
    }),
  ]),
})
const Workload = z.object({
  spec: z.object({
    replicas: z.optional(z.int()),
    strategy: z.optional(z.object({ type: z.string() })),
    activeDeadlineSeconds: z.optional(z.int()),
    template: z.object({ metadata: z.object({ labels: z.record(z.string(), z.string()) }), spec: Pod }),
  }),
})
type Policy = { metadata: { name: string }; spec: { podSelector: { matchExpressions?: { values: string[] }[] } } }
type Mongo = { spec: { users: { name: string; db: string; roles: { db: string; name: string }[] }[] } }

const [deployment, claim] = documentsOf('components/backups/backups.yaml')
const [job] = documentsOf('components/operator/operator.yaml')
const { spec } = Workload.parse(deployment)
const operator = Workload.parse(job).spec
const read = (path: string) => readFileSync(join(repoDir, path), 'utf8')
const written: Record<string, unknown> = { backups: deployment, operator: job }
const pods = { backups: spec.template, operator: operator.template }

/** Names of variables that a container has of its own, and of the Secrets and ConfigMaps that it reads. */
function givenTo({ spec: { containers } }: (typeof pods)['backups']) {
  const [{ env, envFrom }] = containers
  return {
    own: Object.fromEntries(env.map(({ name, value }) => [name, value])),
    from: envFrom.flatMap((one) => Object.entries(one).map(([kind, { name }]) => `${kind} ${name}`)),
  }
}

describe.each(Object.entries(pods))('the pod %s', (name, { metadata, spec: { containers, volumes } }) => {
  test('is the one that the policies know, and has every volume that it mounts', () => {
    expect(metadata.labels).toEqual({ 'app.kubernetes.io/name': name })
    const [container] = containers
    expect(container.volumeMounts.map((one) => one.name)).toEqual(volumes.map((one) => one.name))
    expect(container.volumeMounts[0]).toEqual({ name: 'backups', mountPath: '/backups' })
    expect(volumes[0]).toEqual({ name: 'backups', persistentVolumeClaim: { claimName: 'backups' } })
  })

  test('is confined, of the operator’s image, and has its bounds', () => {
    const { spec: whole } = written[name] as { spec: { template: { spec: unknown } } }
    expect(Confined.safeParse(whole.template.spec).error?.issues ?? []).toEqual([])
  })
})

test('a cluster makes backups as Compose does, one process a folder', () => {
  const [container] = spec.template.spec.containers
  const command = writtenCompose().services.backups?.command as string[]
  expect(container.args).toEqual(command.map((word) => interpolate(word, {})))
  expect(container.args).toContain('/backups')
  expect(spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } })
  expect(claim).toMatchObject({ kind: 'PersistentVolumeClaim', metadata: { name: 'backups' } })
})

test('backups are given what they copy from, and nothing by which anything is changed', () => {
  const { own, from } = givenTo(spec.template)
  expect(Object.keys(own)).toEqual(['ACCOUNT_URL'])
  expect(from).toEqual(['configMapRef backups', 'configMapRef audio', 'secretRef backups-stores'])
  const [secret] = documentsOf('components/stores/addresses.yaml').flatMap((one) => {
    const { metadata, spec: found } = one as {
      metadata: { name: string }
      spec: { target: { template: { data: object } } }
    }
    return metadata.name === 'backups-stores' ? [found.target.template.data] : []
  })
  expect(Object.keys(secret ?? {})).toEqual(['MONGO_URL'])
  const given = { MONGO_URL: 'mongodb://backup:a@mongo:27017/?authSource=admin', AUDIO_BUCKET: 'utter-audio' }
  expect(CopiedStores.safeParse(given).error).toBeUndefined()
  const users = (documentsOf('components/stores/mongo.yaml')[0] as Mongo).spec.users
  expect(users.find(({ name }) => name === 'backup')).toMatchObject({
    db: 'admin',
    roles: expect.arrayContaining(services.map((db) => ({ db, name: 'read' }))),
  })
  expect(users.find(({ name }) => name === 'backup')?.roles).toHaveLength(services.length)
})

test('backups reach MongoDB and the bucket alone, and Prometheus reaches them at the port of their metrics', async () => {
  const reachedBy = (store: string) =>
    (storePolicies() as Policy[])
      .find(({ metadata }) => metadata.name === `stores-${store}`)
      ?.spec.podSelector.matchExpressions?.flatMap(({ values }) => values) ?? []
  expect(['kafka', 'mongo', 'redis'].filter((store) => reachedBy(store).includes('backups'))).toEqual(['mongo'])
  for (const store of ['kafka', 'mongo', 'redis']) expect(reachedBy(store)).toContain('operator')
  expect(readersOf('AUDIO_BUCKET')).toEqual(expect.arrayContaining(['backups', 'operator']))
  const network = 'the variables of the processes'
  await expect(textOf(backupsPolicies(), network)).toMatchFileSnapshot(
    pathOf('components/backups/network-policies.yaml'),
  )
  await expect(textOf(operatorPolicies(), network)).toMatchFileSnapshot(
    pathOf('components/operator/network-policies.yaml'),
  )
  const [{ ports, args, ...container }] = spec.template.spec.containers
  const port = Number(args?.at(-1)?.split(':')[1])
  expect(ports).toEqual([{ name: 'metrics', containerPort: port }])
  expect(JSON.stringify(backupsPolicies())).toContain(`"ports":[{"port":${port},"protocol":"TCP"}]`)
  const served = read('infra/tools/operator/src/private-server.ts')
  for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
    expect(probe?.httpGet.port).toBe('metrics')
    expect(served).toContain(`'${probe?.httpGet.path}'`)
  }
})

test('the pod of the operator’s commands has the address of every process, and ends by itself', () => {
  const { own, from } = givenTo(operator.template)
  expect(own).toEqual(
    Object.fromEntries(Object.keys(parts).map((name) => [`${name.toUpperCase()}_URL`, `http://${name}:8080`])),
  )
  // Variables of a command that it lacks are in the Secret that is made for it.
  const lacking = [Addresses, Stores].flatMap(
    (schema) => schema.safeParse({ ...own, AUDIO_BUCKET: 'utter-audio', KAFKA_BROKERS: 'a:9092' }).error?.issues ?? [],
  )
  expect(lacking.map(({ path }) => path.join('.')).sort()).toEqual(['IDENTITY_KEY', 'MONGO_URL', 'REDIS_URL'])
  expect(from.at(-1)).toBe('secretRef operator')
  const [{ command }] = operator.template.spec.containers
  expect(command).toEqual(['sleep', String(operator.activeDeadlineSeconds)])
  expect(operator.template.spec.serviceAccountName).toBe('speech')
})
