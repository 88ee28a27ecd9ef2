import { documents, further, processOf, secretName } from './documents.ts'
import { containersOf, type Manifest } from './kustomize.ts'
import type { Part } from './merge.ts'
import { block, inline, line, only, optional, spaces } from './slots.ts'
import { specOf } from './values.ts'

type Variable = { name: string; valueFrom?: { secretKeyRef?: { name: string } } }

/** A container with its image and the names of its Secrets from values. */
export function container(one: Part): Part {
  const env = (one.env ?? []) as Variable[]
  const envFrom = (one.envFrom ?? []) as { secretRef?: { name: string } }[]
  return {
    ...one,
    image: inline(`include "utter.image" (list $ "${/\/([\w-]+)(?::[^:/]+)?$/.exec(String(one.image))?.[1]}")`),
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
export function processTemplate(name: string, objects: Manifest[]): string {
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
