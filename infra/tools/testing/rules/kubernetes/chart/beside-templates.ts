import { documents } from './documents.ts'
import type { Manifest } from './kustomize.ts'
import type { Part } from './merge.ts'
import { container } from './process-template.ts'
import { block, inline, only, optional } from './slots.ts'
import { specOf } from './values.ts'

type Pods = { template: Manifest & { spec: Part & { containers: Part[] } } }

/** An object with its pods as values have them. @param change of its one container */
function withPods(object: Manifest, annotations: Part, change: (one: Part) => Part): Manifest {
  const { template, ...spec } = specOf(object) as Part & Pods
  const { containers, ...pod } = template.spec
  return {
    ...object,
    spec: {
      ...spec,
      template: {
        metadata: { ...template.metadata, ...(Object.keys(annotations).length > 0 && { annotations }) },
        spec: {
          ...pod,
          imagePullSecrets: optional('$.Values.image.pullSecrets'),
          containers: containers.map((one) => change(container(one))),
        },
      },
    },
  } as Manifest
}

const values = '$.Values.backups'

function deployment(object: Manifest): Manifest {
  const settings = 'list (pick $.Values.settings "backups" "audio") | toJson | sha256sum'
  const options: Record<string, string> = { '--every': 'every', '--keep': 'keep' }
  return withPods(object, { 'checksum/settings': inline(settings) }, (one) => ({
    ...one,
    args: (one.args as string[]).map((word, index, words) => {
      const option = options[words[index - 1] ?? '']
      return option ? inline(`${values}.${option} | quote`) : word
    }),
    resources: block(`${values}.resources`),
  }))
}

function claim(object: Manifest): Manifest {
  return {
    ...object,
    // The copies outlive the release.
    metadata: {
      ...object.metadata,
      annotations: { ...object.metadata.annotations, 'helm.sh/resource-policy': 'keep' },
    },
    spec: {
      ...specOf(object),
      storageClassName: only(`${values}.storage.className`, `${values}.storage.className`),
      resources: { requests: { storage: inline(`${values}.storage.size`) } },
    },
  }
}

function serviceAccount(object: Manifest): Manifest {
  const annotations = optional(`${values}.serviceAccountAnnotations`)
  return { ...object, metadata: { ...object.metadata, annotations: annotations as never } }
}

/** Templates of the pod that makes backups, its volume and its account, with the policy by which Prometheus asks it. */
export function backupsTemplate(objects: Manifest[]): string {
  const own = objects.filter(({ metadata }) => metadata.name === 'backups')
  const change: Record<string, (object: Manifest) => Manifest> = {
    Deployment: deployment,
    PersistentVolumeClaim: claim,
    ServiceAccount: serviceAccount,
  }
  return [
    documents(
      own.flatMap((one) => change[one.kind]?.(one) ?? []),
      `${values}.enabled`,
    ),
    documents(
      own.filter(({ kind }) => kind === 'NetworkPolicy'),
      `and ${values}.enabled $.Values.networkPolicies.enabled`,
    ),
  ].join('---\n')
}

/** The pod of the operator's commands. @param operator the objects of its component, which the overlay lacks */
export function operatorTemplate(operator: Manifest[]): string {
  return [
    documents(
      operator.filter(({ kind }) => kind === 'Job').map((one) => withPods(one, {}, (same) => same)),
      '$.Values.operator.enabled',
    ),
    documents(
      operator.filter(({ kind }) => kind === 'NetworkPolicy'),
      'and $.Values.operator.enabled $.Values.networkPolicies.enabled',
    ),
  ].join('---\n')
}
