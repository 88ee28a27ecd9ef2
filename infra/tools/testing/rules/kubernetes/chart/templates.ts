import { parts } from '@utter/local/processes/processes'
import { internet } from '../networks.ts'
import { ofKafka } from '../store-addresses.ts'
import { backupsTemplate, operatorTemplate } from './beside-templates.ts'
import { documents, further, secretName } from './documents.ts'
import type { Manifest } from './kustomize.ts'
import type { Part } from './merge.ts'
import { container, processTemplate } from './process-template.ts'
import { block, included, inline, line, optional, spaces, templateOf } from './slots.ts'
import { isDashboard, networks, settingsOf, specOf } from './values.ts'

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
  const isOfBackups = ({ metadata }: Manifest) => metadata.name === 'backups-stores'
  const enabled = '$.Values.externalSecrets.enabled'
  return [
    documents(secretsOf(secrets.filter((one) => !isOfBackups(one))), enabled),
    documents(secretsOf(secrets.filter(isOfBackups)), `and ${enabled} $.Values.backups.enabled`),
  ].join('---\n')
}

const secretsOf = (secrets: Manifest[]) =>
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
  })

function policiesTemplate(objects: Manifest[]): string {
  const known = new Map(networks().map(([value, { name }]) => [`to-${name}`, value]))
  const policies = objects.filter(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && !['certificate-solver', 'backups'].includes(metadata.name),
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

/** The templates of the chart by their file. @param objects of the overlay @param quota of the component, which the overlay lacks @param operator the same */
export function chartTemplates(objects: Manifest[], quota: Manifest[], operator: Manifest[]): Record<string, string> {
  return {
    '_helpers.tpl': helpers(),
    ...Object.fromEntries(Object.keys(parts).map((name) => [`${name}.yaml`, processTemplate(name, objects)])),
    'backups.yaml': backupsTemplate(objects),
    'gateway-api.yaml': gatewayTemplate(objects),
    'extra.yaml': extra,
    'monitoring.yaml': monitoringTemplate(objects),
    'network-policies.yaml': policiesTemplate(objects),
    'operator.yaml': operatorTemplate(operator),
    'prepare.yaml': prepareTemplate(objects),
    'priorities.yaml': prioritiesTemplate(objects),
    'quota.yaml': quotaTemplate(quota),
    'secrets.yaml': secretsTemplate(objects),
    'settings.yaml': settingsTemplate(objects),
  }
}
