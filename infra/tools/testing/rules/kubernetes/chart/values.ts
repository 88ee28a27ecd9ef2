import { readFileSync } from 'node:fs'
import { parts } from '@utter/local/processes/processes'
import { stringify } from 'yaml'
import { documentsOf, ExternalSecret, pathOf } from '../manifests.ts'
import { type Network, networksOf, readBy } from '../networks.ts'
import { containersOf, type Manifest, objectOf } from './kustomize.ts'
import type { Part } from './merge.ts'

/** The overlay that the chart is made from. */
export const source = 'overlays/managed'

/** Networks of the overlay, by the name that they have in values. */
export const networks = (): [string, Network][] =>
  networksOf(readFileSync(pathOf(`${source}/networks.yaml`), 'utf8')).map((one) => [valueName(one.name), one])
const valueName = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

type Spec = Part & { minReplicas?: number; minReplicaCount?: number; scaleTargetRef?: { name: string } }
export const specOf = (object: Manifest) => object.spec as Spec

/** The autoscaler of a process. */
export const scalerOf = (objects: Manifest[], name: string): Manifest => {
  const found = objects.find((one) => specOf(one)?.scaleTargetRef?.name === name)
  if (!found) throw new Error(`nothing scales ${name}`)
  return found
}

/** The ConfigMaps that values fill as they are: the public address has a value of its own. */
export const settingsOf = (objects: Manifest[]): Record<string, Record<string, string>> =>
  Object.fromEntries(
    objects
      .filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name !== 'public' && !isDashboard(metadata.name))
      .map(({ metadata, data }) => [metadata.name, data as Record<string, string>]),
  )
export const isDashboard = (name: string): boolean => name.startsWith('dashboard-')

/** The variables that may be settings of a process, or of what runs beside them: those that it reads, but for its secrets. */
export function openVariablesOf(name: string, objects: Manifest[]): string[] {
  const kept = objects
    .filter(({ kind }) => kind === 'ExternalSecret')
    .flatMap((one) => ExternalSecret.parse(one).spec.data.map(({ secretKey }) => secretKey))
  const logins = ['KAFKA_USERNAME', 'KAFKA_PASSWORD', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']
  return [...readBy(name), 'OTEL_EXPORTER_OTLP_ENDPOINT'].filter((one) => ![...kept, ...logins].includes(one)).sort()
}

/** Fields of a process that it has only where they are given. */
export const optionalFields = {
  env: 'variables of its own, by name',
  annotations: 'of its pods',
  serviceAccountAnnotations: 'the role of a cloud: speech has that for the bucket',
  nodeSelector: 'as a pod has it',
  tolerations: 'as a pod has them',
  affinity: 'as a pod has it',
  extraVolumes: 'as a pod has them',
  extraVolumeMounts: 'as a container has them',
}

/** The default values of what makes backups, read from its objects. */
function backupsValues(objects: Manifest[]) {
  const [container] = containersOf(objectOf(objects, 'Deployment', 'backups'))
  const args = (container?.args ?? []) as string[]
  const { resources } = specOf(objectOf(objects, 'PersistentVolumeClaim', 'backups')) as {
    resources: { requests: { storage: string } }
  }
  return {
    every: Number(args[args.indexOf('--every') + 1]),
    keep: Number(args[args.indexOf('--keep') + 1]),
    size: resources.requests.storage,
    resources: container?.resources,
  }
}

/** The default values of a process, read from its objects. */
function processValues(name: string, objects: Manifest[]) {
  const scaler = scalerOf(objects, name)
  const { minReplicas, maxReplicas, minReplicaCount, maxReplicaCount, metrics, triggers } = specOf(scaler)
  const [trigger] = (triggers ?? []) as { metadata: { queryValue: string } }[]
  const [common] = documentsOf('base/process.yaml') as [{ spec: { replicas: number } }]
  const process = containersOf(objectOf(objects, 'Deployment', name)).find((one) => one.name === 'process')
  return {
    secrets: { own: name, stores: `${name}-stores` },
    replicas: common.spec.replicas,
    autoscaling: {
      min: minReplicas ?? minReplicaCount,
      max: maxReplicas ?? maxReplicaCount,
      ...(trigger ? { stepsPerReplica: Number(trigger.metadata.queryValue) } : { metrics }),
    },
    resources: process?.resources,
  }
}

const under = (indent: number, value: unknown) =>
  stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd().replaceAll(/^/gm, ' '.repeat(indent))

/** The text of `values.yaml`. @param quota the limits of the namespace */
export function valuesText(objects: Manifest[], quota: unknown): string {
  const cidrsAndPorts = Object.fromEntries(networks().map(([name, { cidrs, ports }]) => [name, { cidrs, ports }]))
  const gateway = objectOf(objects, 'Gateway', 'utter')
  const { secretStoreRef, refreshInterval } = specOf(objectOf(objects, 'ExternalSecret', 'gateway'))
  const { PUBLIC_URL } = objectOf(objects, 'ConfigMap', 'public').data as Record<string, string>
  const backups = backupsValues(objects)
  const [registry, repository] = containersOf(objectOf(objects, 'Deployment', 'gateway'))[0]?.image.split('/') ?? []
  return `# Made from k8s/${source}: \`npm run rules -- --update\` writes it anew. infra/operating/helm.md has the way.

# The address that people type. Its host is that of the Gateway and its routes.
publicUrl: ${PUBLIC_URL}

# Images are <registry>/<repository>/<process>:<tag>.
image:
  registry: ${registry}
  repository: ${repository}
  # Empty: the version of the chart.
  tag: ''
  pullPolicy: IfNotPresent
  # Names of Secrets: [{ name: registry-login }]
  pullSecrets: []

# One Secret for each process with its own variables, and one with the addresses of its stores (MONGO_URL, REDIS_URL); \`processes\` has their names.
externalSecrets:
  # false: the Secrets are there already, made by somebody else.
  enabled: true
  store:
${under(4, secretStoreRef)}
  # Keys are <prefix>/<process>, and <prefix>/shared for what several must agree on.
  prefix: utter
  refreshInterval: ${refreshInterval}
  # KAFKA_USERNAME and KAFKA_PASSWORD of each process are in the store.
  kafkaLogin: false

# Variables in ConfigMaps, each a string. Pods roll when theirs change. \`process\` is of all; null takes one out.
settings:
${under(2, settingsOf(objects))}

networkPolicies:
  # false where the cluster has policies of its own (Cilium, a mesh).
  enabled: true
  # What processes reach outside of the namespace: networks (\`internet\`: all public ones) and TCP ports (27015-27017: several). null takes one out.
  networks:
${under(4, cidrsAndPorts)}

# The entrance from outside, by the Gateway API. false: an Ingress of your own, to port 8080 of the Service \`gateway\`.
gatewayApi:
  enabled: true
  className: ${specOf(gateway).gatewayClassName}
  annotations:
${under(4, gateway.metadata.annotations)}
  # The Secret of its certificate.
  tlsSecret: utter-tls

# For Prometheus' operator.
monitoring:
  enabled: true
  # Labels by which it finds its objects, such as { release: kube-prometheus-stack }
  labels: {}
  # Grafana's dashboards, as ConfigMaps.
  dashboards: true

# Which pods come first when nodes are full. The classes are of the whole cluster.
priorities:
  enabled: true
  # false: they are there already.
  create: true
  requests: utter-requests
  steps: utter-steps

# What the namespace may ask for.
quota:
  enabled: false
  hard:
${under(4, quota)}

# A backup of all databases into a volume, and its age for the alert BackupIsOld. \`settings.backups\` has the keys to which they are encrypted.
backups:
  enabled: true
  # Hours between two, and how many stay.
  every: ${backups.every}
  keep: ${backups.keep}
  storage:
    size: ${backups.size}
    # Empty: the cluster's default.
    className: ''
  # The Secret with MONGO_URL, of a user who reads all databases.
  secret: backups-stores
  # The role of a cloud, to list and read the bucket.
  serviceAccountAnnotations: {}
  resources:
${under(4, backups.resources)}

# The pod in which a person runs the operator's commands, such as a restore: for \`helm template --show-only templates/operator.yaml\`.
operator:
  enabled: false

# Replicas by processor time, memory and, of chat and speech, by steps (KEDA). false: as many as \`replicas\`.
autoscaling:
  enabled: true

# The size of each process. infra/operating/capacity.md has the sums. Beyond these fields each may have:
${Object.entries(optionalFields)
  .map(([field, meaning]) => `#   ${field}: ${meaning}`)
  .join('\n')}
processes:
${under(2, Object.fromEntries(Object.keys(parts).map((name) => [name, processValues(name, objects)])))}

# Further objects as they are, such as policies for a model server in the cluster.
extraObjects: []
`
}
