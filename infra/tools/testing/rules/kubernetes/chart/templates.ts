import { parts } from '@utter/local/processes/processes'
import { internet } from '../networks.ts'
import { ofKafka } from '../store-addresses.ts'
import { containersOf, type Manifest } from './kustomize.ts'
import type { Part } from './merge.ts'
import { block, included, inline, line, only, optional, templateOf } from './slots.ts'
import { isDashboard, networks, settingsOf, specOf } from './values.ts'

const processOf = (name: string) => `$.Values.processes.${name}`
const spaces = (count: number) => ' '.repeat(count)

/** A template's documents, under a condition where there is one. */
const documents = (objects: Manifest[], condition?: string): string => {
  const text = objects.map((one) => templateOf(ofRelease(one))).join('---\n')
  return condition ? `{{- if ${condition} }}\n${text}{{- end }}\n` : text
}

/** An object in the namespace of the release, with its labels. */
function ofRelease(object: Manifest): Manifest {
  const { namespace, labels, ...metadata } = object.metadata
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(namespace && { namespace: inline('$.Release.Namespace') }),
      labels: { ...labels, [included('utter.labels')]: null } as never,
    },
  }
}

/** The names of Secrets as values have them: `<process>` and `<process>-stores`. */
function secretName(name: string): string {
  const [, process = '', stores] = /^(.+?)(-stores)?$/.exec(name) ?? []
  return inline(`${processOf(process)}.secrets.${stores ? 'stores' : 'own'}`)
}

type Variable = { name: string; valueFrom?: { secretKeyRef?: { name: string } } }

/** A container with its image and the names of its Secrets from values. */
function container(one: Part): Part {
  const env = (one.env ?? []) as Variable[]
  const envFrom = (one.envFrom ?? []) as { secretRef?: { name: string } }[]
  return {
    ...one,
    image: inline(`include "utter.image" (list $ "${/([\w-]+):[^:]+$/.exec(String(one.image))?.[1]}")`),
    imagePullPolicy: inline('$.Values.image.pullPolicy'),
    ...(one.env !== undefined && {
      env: env.map(({ valueFrom, ...rest }) => ({
        ...rest,
        ...(valueFrom && {
          valueFrom: valueFrom.secretKeyRef
            ? { secretKeyRef: { ...valueFrom.secretKeyRef, name: secretName(valueFrom.secretKeyRef.name) } }
            : valueFrom,
        }),
      })),
    }),
    ...(one.envFrom !== undefined && {
      envFrom: envFrom.map((from) =>
        from.secretRef ? { secretRef: { name: secretName(from.secretRef.name) } } : from,
      ),
    }),
  }
}

/** The container of a process, with what an operator may give it. */
function processContainer(name: string, one: Part): Part {
  const values = processOf(name)
  const { env, resources: _, volumeMounts, ...rest } = container(one)
  const own = (indent: number) =>
    [
      `{{- range $name, $value := ${values}.env }}`,
      `${spaces(indent)}- name: {{ $name }}`,
      `${spaces(indent)}  value: {{ $value | quote }}`,
      '{{- end }}',
    ].join('\n')
  const withOwn = (env as Part[] | undefined)?.length
    ? [...(env as Part[]), line(own)]
    : line((indent) => `{{- if ${values}.env }}\n${spaces(indent)}env:\n${own(indent + 2)}\n{{- end }}`)
  return {
    ...rest,
    env: withOwn,
    resources: block(`${values}.resources`),
    volumeMounts: [...((volumeMounts ?? []) as Part[]), further(`${values}.extraVolumeMounts`)],
  }
}

/** More items of a list. */
const further = (path: string) =>
  line((indent) => `{{- with ${path} }}\n${spaces(indent)}{{- toYaml . | nindent ${indent} }}\n{{- end }}`)

function deployment(object: Manifest): Manifest {
  const { name } = object.metadata
  const values = processOf(name)
  const { template, ...spec } = specOf(object) as Part & { template: Manifest & { spec: Part } }
  const { priorityClassName, volumes, initContainers, containers, ...pod } = template.spec as Part &
    Record<string, Part[]>
  const maps = containersOf(object)
    .flatMap(({ envFrom = [] }) => envFrom as { configMapRef?: { name: string } }[])
    .flatMap(({ configMapRef }) => (configMapRef ? [configMapRef.name] : []))
  const settings = maps.filter((map) => map !== 'public').map((map) => `"${map}"`)
  return {
    ...object,
    spec: {
      replicas: only('not $.Values.autoscaling.enabled', `${values}.replicas`),
      ...spec,
      template: {
        metadata: {
          ...template.metadata,
          annotations: {
            // A ConfigMap keeps its name, so that a pod of the old version finds it again.
            'checksum/settings': inline(
              `list ${maps.includes('public') ? '$.Values.publicUrl ' : ''}(pick $.Values.settings ${settings.join(' ')}) | toJson | sha256sum`,
            ),
            [further(`${values}.annotations`)]: null,
          },
        },
        spec: {
          ...pod,
          priorityClassName: only(
            '$.Values.priorities.enabled',
            `$.Values.priorities.${String(priorityClassName) === 'utter-steps' ? 'steps' : 'requests'}`,
          ),
          imagePullSecrets: optional('$.Values.image.pullSecrets'),
          nodeSelector: optional(`${values}.nodeSelector`),
          tolerations: optional(`${values}.tolerations`),
          affinity: optional(`${values}.affinity`),
          ...(initContainers && { initContainers: initContainers.map(container) }),
          containers: containers?.map((one) => processContainer(name, one)),
          volumes: [...(volumes ?? []), further(`${values}.extraVolumes`)],
        },
      },
    },
  } as Manifest
}

function serviceAccount(object: Manifest): Manifest {
  const annotations = optional(`${processOf(object.metadata.name)}.serviceAccountAnnotations`)
  return { ...object, metadata: { ...object.metadata, annotations: annotations as never } }
}

function scaler(object: Manifest): Manifest {
  const spec = specOf(object)
  const values = `${processOf(spec.scaleTargetRef?.name ?? '')}.autoscaling`
  const [min, max] = [inline(`${values}.min`), inline(`${values}.max`)]
  if (object.kind === 'HorizontalPodAutoscaler')
    return { ...object, spec: { ...spec, minReplicas: min, maxReplicas: max, metrics: block(`${values}.metrics`) } }
  const [trigger] = spec.triggers as (Part & { metadata: Part })[]
  const metadata = { ...trigger?.metadata, queryValue: inline(`${values}.stepsPerReplica | quote`) }
  return {
    ...object,
    spec: { ...spec, minReplicaCount: min, maxReplicaCount: max, triggers: [{ ...trigger, metadata }] },
  }
}

/** All that one process has of its own. */
function processTemplate(name: string, objects: Manifest[]): string {
  const own = objects.filter(({ metadata }) => metadata.name === name)
  const change: Record<string, (object: Manifest) => Manifest> = {
    Deployment: deployment,
    ServiceAccount: serviceAccount,
  }
  const kinds = ['Deployment', 'Service', 'ServiceAccount', 'PodDisruptionBudget']
  const scalers = objects.filter((one) => specOf(one)?.scaleTargetRef?.name === name).map(scaler)
  return [
    documents(own.filter(({ kind }) => kinds.includes(kind)).map((one) => change[one.kind]?.(one) ?? one)),
    documents(scalers, '$.Values.autoscaling.enabled'),
  ].join('---\n')
}

function settingsTemplate(objects: Manifest[]): string {
  const maps = objects.filter(({ metadata }) => metadata.name in settingsOf(objects) || metadata.name === 'public')
  return documents(
    maps
      .filter(({ kind }) => kind === 'ConfigMap')
      .map((one) => ({
        ...one,
        data:
          one.metadata.name === 'public'
            ? { PUBLIC_URL: inline('$.Values.publicUrl | quote') }
            : {
                [line(
                  (indent) =>
                    `{{- range $name, $value := $.Values.settings.${one.metadata.name} }}\n${spaces(indent)}{{ $name }}: {{ $value | quote }}\n{{- end }}`,
                )]: null,
              },
      })),
  )
}

function secretsTemplate(objects: Manifest[]): string {
  const secrets = objects.filter(({ kind }) => kind === 'ExternalSecret')
  return documents(
    secrets.map((one) => {
      const { data, ...spec } = specOf(one) as Part & { data: { secretKey: string; remoteRef: Part }[] }
      const name = secretName(one.metadata.name)
      const process = one.metadata.name.replace(/-stores$/, '')
      const keyed = data.map(({ remoteRef, ...rest }) => ({
        ...rest,
        remoteRef: {
          ...remoteRef,
          key: String(remoteRef.key).replace(/^utter(?=\/)/, inline('$.Values.externalSecrets.prefix')),
        },
      }))
      const login = (indent: number) =>
        [
          '{{- if $.Values.externalSecrets.kafkaLogin }}',
          ...['KAFKA_USERNAME', 'KAFKA_PASSWORD'].flatMap((property) => [
            `${spaces(indent)}- secretKey: ${property}`,
            `${spaces(indent)}  remoteRef:`,
            `${spaces(indent)}    key: {{ $.Values.externalSecrets.prefix }}/${process}`,
            `${spaces(indent)}    property: ${property}`,
          ]),
          '{{- end }}',
        ].join('\n')
      const hasLogin = one.metadata.name !== process && ofKafka.includes(process)
      return {
        ...one,
        metadata: { ...one.metadata, name },
        spec: {
          ...spec,
          refreshInterval: inline('$.Values.externalSecrets.refreshInterval'),
          secretStoreRef: block('$.Values.externalSecrets.store'),
          target: { ...(spec.target as Part), name },
          data: [...keyed, ...(hasLogin ? [line(login)] : [])],
        },
      }
    }),
    '$.Values.externalSecrets.enabled',
  )
}

function policiesTemplate(objects: Manifest[]): string {
  const known = new Map(networks().map(([value, { name }]) => [`to-${name}`, value]))
  const policies = objects.filter(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name !== 'certificate-solver',
  )
  const beyond = policies.flatMap((one) => {
    const value = known.get(one.metadata.name)
    if (!value) return []
    const path = `$.Values.networkPolicies.networks.${value}`
    const list = (field: string) =>
      line(
        (indent, key) =>
          `${spaces(indent)}${key}\n${spaces(indent + 2)}{{- include "utter.${field}" ${path}.${field} | trim | nindent ${indent + 2} }}`,
      )
    const egress = [{ to: list('cidrs'), ports: list('ports') }]
    return [documents([{ ...one, spec: { ...specOf(one), egress } }], path)]
  })
  const fixed = documents(policies.filter(({ metadata }) => !known.has(metadata.name)))
  return `{{- if $.Values.networkPolicies.enabled }}\n${[fixed, ...beyond].join('---\n')}{{- end }}\n`
}

function gatewayTemplate(objects: Manifest[]): string {
  const host = inline('include "utter.host" $')
  const changed = objects
    .filter(({ apiVersion }) => apiVersion.startsWith('gateway.networking.k8s.io/'))
    .map((one) => {
      const spec = specOf(one)
      if (one.kind === 'HTTPRoute') return { ...one, spec: { ...spec, hostnames: [host] } }
      const listeners = (spec.listeners as (Part & { tls?: Part })[]).map(({ tls, ...listener }) => ({
        ...listener,
        hostname: host,
        ...(tls && {
          tls: { ...tls, certificateRefs: [{ kind: 'Secret', name: inline('$.Values.gatewayApi.tlsSecret') }] },
        }),
      }))
      const metadata = { ...one.metadata, annotations: optional('$.Values.gatewayApi.annotations') as never }
      return {
        ...one,
        metadata,
        spec: { ...spec, gatewayClassName: inline('$.Values.gatewayApi.className'), listeners },
      }
    })
  const solver = objects.filter(({ metadata }) => metadata.name === 'certificate-solver')
  return [
    documents(changed, '$.Values.gatewayApi.enabled'),
    documents(solver, 'and $.Values.gatewayApi.enabled $.Values.networkPolicies.enabled'),
  ].join('---\n')
}

function monitoringTemplate(objects: Manifest[]): string {
  const watched = objects
    .filter(({ apiVersion }) => apiVersion.startsWith('monitoring.coreos.com/'))
    .map((one) => {
      const labels = { ...one.metadata.labels, [further('$.Values.monitoring.labels')]: null } as never
      return { ...one, metadata: { ...one.metadata, labels } }
    })
  const dashboards = objects.filter(({ kind, metadata }) => kind === 'ConfigMap' && isDashboard(metadata.name))
  return [
    documents(watched, '$.Values.monitoring.enabled'),
    documents(dashboards, 'and $.Values.monitoring.enabled $.Values.monitoring.dashboards'),
  ].join('---\n')
}

/** A Job cannot be changed: its name has the sum of all that is in it, so another version is another Job. */
function prepareTemplate(objects: Manifest[]): string {
  return objects
    .filter(({ kind }) => kind === 'Job')
    .map((one) => {
      const { template, ...spec } = specOf(one) as Part & { template: Manifest & { spec: Part } }
      const { containers, ...pod } = template.spec as Part & { containers: Part[] }
      const pods = {
        ...pod,
        imagePullSecrets: optional('$.Values.image.pullSecrets'),
        containers: containers.map(container),
      }
      const body = templateOf({ ...spec, template: { ...template, spec: pods } })
      const job = {
        ...one,
        metadata: { ...one.metadata, name: `prepare-${inline('include "utter.prepare" $ | sha256sum | trunc 8')}` },
        spec: included('utter.prepare'),
      }
      const text = documents([job]).replace(
        /^\{\{- include "utter.prepare".*$/m,
        'spec:\n  {{- include "utter.prepare" $ | nindent 2 }}',
      )
      return `{{- define "utter.prepare" }}\n${body}{{- end }}\n${text}`
    })
    .join('---\n')
}

function prioritiesTemplate(objects: Manifest[]): string {
  const classes = objects
    .filter(({ kind }) => kind === 'PriorityClass')
    .map((one) => {
      const name = inline(`$.Values.priorities.${one.metadata.name.replace('utter-', '')}`)
      return { ...one, metadata: { ...one.metadata, name } }
    })
  return documents(classes, 'and $.Values.priorities.enabled $.Values.priorities.create')
}

function quotaTemplate(quota: Manifest[]): string {
  const objects = quota.map((one) =>
    one.kind === 'ResourceQuota' ? { ...one, spec: { ...specOf(one), hard: block('$.Values.quota.hard') } } : one,
  )
  return documents(objects, '$.Values.quota.enabled')
}

const helpers = (): string => `{{- define "utter.labels" }}
{{- printf "app.kubernetes.io/instance: %s" $.Release.Name }}
app.kubernetes.io/managed-by: {{ $.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $.Chart.Name $.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "utter.image" }}
{{- $root := index . 0 }}
{{- with $root.Values.image }}
{{- printf "%s/%s/%s:%s" .registry .repository (index $ 1) (.tag | default $root.Chart.AppVersion) }}
{{- end }}
{{- end }}

{{- define "utter.host" }}
{{- (urlParse $.Values.publicUrl).hostname }}
{{- end }}

{{- define "utter.cidrs" }}
{{- range . }}
{{- if eq . "internet" }}
${templateOf(internet)}
{{- else }}
- ipBlock:
    cidr: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{- define "utter.ports" }}
{{- range . }}
{{- $range := splitList "-" (toString .) }}
- port: {{ first $range }}
  {{- if gt (len $range) 1 }}
  endPort: {{ last $range }}
  {{- end }}
  protocol: TCP
{{- end }}
{{- end }}
`

const extra = `{{- range $.Values.extraObjects }}
---
{{ toYaml . }}
{{- end }}
`

/** The templates of the chart by their file. @param objects of the overlay @param quota of the component, which the overlay lacks */
export function chartTemplates(objects: Manifest[], quota: Manifest[]): Record<string, string> {
  return {
    '_helpers.tpl': helpers(),
    ...Object.fromEntries(Object.keys(parts).map((name) => [`${name}.yaml`, processTemplate(name, objects)])),
    'door.yaml': gatewayTemplate(objects),
    'extra.yaml': extra,
    'monitoring.yaml': monitoringTemplate(objects),
    'network-policies.yaml': policiesTemplate(objects),
    'prepare.yaml': prepareTemplate(objects),
    'priorities.yaml': prioritiesTemplate(objects),
    'quota.yaml': quotaTemplate(quota),
    'secrets.yaml': secretsTemplate(objects),
    'settings.yaml': settingsTemplate(objects),
  }
}
